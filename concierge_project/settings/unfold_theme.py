"""The theme of the staff's admin, in the format of unfold."""

from typing import Any

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Concierge",
    "SITE_HEADER": "Concierge",
    "SITE_SYMBOL": "concierge",
    "STYLES": ["apps.staff.sidebar.style_sheet"],
    "SCRIPTS": ["apps.staff.sidebar.script"],
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {
        "show_search": True,
        "navigation": "apps.staff.sidebar.navigation",
    },
    # Warm neutrals and the teal of the guest page.
    "COLORS": {
        "base": {
            "50": "oklch(98.5% .002 75)",
            "100": "oklch(97% .003 75)",
            "200": "oklch(92.3% .005 70)",
            "300": "oklch(86.9% .007 70)",
            "400": "oklch(70.9% .011 65)",
            "500": "oklch(55.3% .013 62)",
            "600": "oklch(44.4% .012 65)",
            "700": "oklch(37.4% .011 65)",
            "800": "oklch(26.8% .008 55)",
            "900": "oklch(21.6% .007 55)",
            "950": "oklch(14.7% .005 50)",
        },
        "primary": {
            "50": "oklch(97% .012 205)",
            "100": "oklch(93.5% .024 205)",
            "200": "oklch(88% .04 205)",
            "300": "oklch(80% .055 205)",
            "400": "oklch(70% .07 206)",
            "500": "oklch(64% .078 206)",
            "600": "oklch(42% .065 207)",
            "700": "oklch(37% .06 207)",
            "800": "oklch(32% .052 207)",
            "900": "oklch(28% .045 207)",
            "950": "oklch(21% .034 207)",
        },
    },
}
