"""The demo's maps are there at the first start, and staff's from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.catalog.demo import maps
from apps.catalog.demo.fixture_files import FixtureError
from apps.catalog.models import MapPlace, ResortMap
from apps.properties.models import Property
from tests import factories
from tests.apps.catalog.test_resort_maps import SVG

pytestmark = pytest.mark.django_db
FILE = """
property: mohegan-sun
picture: map.svg
picture_alt: The resort
places:
  Ballo: {position}
"""


@pytest.fixture
def folder(tmp_path: Path, mohegan: Property) -> Path:
    factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "map.svg").write_text(SVG.format(300, 200))
    return tmp_path


def write(folder: Path, position: str) -> None:
    text = FILE.format(position=position)
    (folder / "maps" / "mohegan-sun.yaml").write_text(text)


def test_every_demo_property_has_one(demo: Property) -> None:
    for place in Property.objects.all():
        assert place.map.places.count() >= 25
        assert place.map.picture.url.endswith(".svg")


def test_it_is_written_once(folder: Path, mohegan: Property) -> None:
    write(folder, "[0.25, 0.5]")
    maps.load(folder)
    row = MapPlace.objects.get()
    assert (row.item.name, row.x, row.y) == ("Ballo", 0.25, 0.5)
    row.delete()
    maps.load(folder)
    assert not MapPlace.objects.exists()
    ResortMap.objects.all().delete()
    maps.load(folder)
    assert not ResortMap.objects.exists()


@pytest.mark.parametrize("position", ["[0.25]", "x", "[0.25, 1.5]", "3"])
def test_a_place_beside_the_map_is_refused(folder: Path, position: str) -> None:
    write(folder, position)
    with pytest.raises(FixtureError, match="Ballo"):
        maps.load(folder)


def test_an_unknown_place_is_named(folder: Path) -> None:
    write(folder, "[0.25, 0.5]")
    path = folder / "maps" / "mohegan-sun.yaml"
    path.write_text(path.read_text().replace("Ballo", "Balo"))
    with pytest.raises(FixtureError, match="did you mean “Ballo”"):
        maps.load(folder)
