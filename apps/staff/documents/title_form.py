"""The form of a document: its title is told to guests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError

from apps.documents.models import Document
from apps.knowledge.indexing.document_filter import DocumentFilter
from apps.knowledge.indexing.visible_text import visible
from apps.knowledge.models import HeldSentence

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Document]
else:
    ModelForm = forms.ModelForm


class TitleForm(ModelForm):
    def clean_title(self) -> str:
        """Raises ValidationError for a title that would be held back in the text."""
        title: str = self.cleaned_data["title"]
        if visible(title) != title:
            raise ValidationError("Write it as plain text, without hidden characters.")
        reason = DocumentFilter(self.instance).reason(title)
        if reason:
            raise ValidationError(HeldSentence.Reason(reason).label)
        return title
