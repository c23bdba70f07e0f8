"""Reports how much the guardrails catch, and how long they take."""
