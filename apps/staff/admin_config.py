"""Makes `StaffAdminSite` the site that `django.contrib.admin` registers models with."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "apps.staff.admin_site.StaffAdminSite"
