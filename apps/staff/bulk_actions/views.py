"""How far an action on many rows has come."""

from __future__ import annotations

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from apps.staff.models import Job


@permission_required("catalog.change_item", raise_exception=True)
def show(request: HttpRequest, job_id: int) -> HttpResponse:
    """To who began it."""
    job = get_object_or_404(Job.objects.filter(by_id=request.user.pk), pk=job_id)
    context = {
        **site.each_context(request),
        "title": job.get_kind_display(),
        "job": job,
        "total": len(job.items),
    }
    return render(request, "admin/staff/job.html", context)
