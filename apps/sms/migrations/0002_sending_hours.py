"""Hours of the states that allow less than 8 AM to 9 PM, for what we begin."""

from datetime import time

from django.db import migrations

EVERY_DAY = range(7)
WEEKDAYS = range(5)
SATURDAY, SUNDAY = 5, 6
FLORIDA = "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954"
TEXAS = "210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979"
SOURCES = {
    "Connecticut": "Conn. Gen. Stat. 42-288a",
    "Florida": "Fla. Stat. 501.059 and 501.616",
    "Texas": "Tex. Bus. & Com. Code 302.053",
    "Rhode Island": "R.I. Gen. Laws 5-61-3.6",
}
AREA_CODES = {
    "Connecticut": "203 475 860 959",
    "Florida": FLORIDA,
    "Texas": TEXAS,
    "Rhode Island": "401",
}
# Region, weekdays from Monday 0, first and last hour; no hours: not at all.
HOURS = (
    ("Connecticut", EVERY_DAY, 9, 20),
    ("Florida", EVERY_DAY, 8, 20),
    ("Texas", range(6), 9, 21),
    ("Texas", [SUNDAY], 12, 21),
    ("Rhode Island", WEEKDAYS, 9, 18),
    ("Rhode Island", [SATURDAY], 10, 17),
    ("Rhode Island", [SUNDAY], None, None),
)


def write(apps, schema_editor):
    model = apps.get_model("sms", "SendingHours")
    model.objects.bulk_create(
        model(
            region=region,
            area_codes=AREA_CODES[region].split(),
            weekday=weekday,
            opens_at=None if opens is None else time(opens),
            closes_at=None if closes is None else time(closes),
            source=SOURCES[region],
        )
        for region, weekdays, opens, closes in HOURS
        for weekday in weekdays
    )


class Migration(migrations.Migration):
    dependencies = [("sms", "0001_initial")]
    operations = [migrations.RunPython(write, migrations.RunPython.noop)]
