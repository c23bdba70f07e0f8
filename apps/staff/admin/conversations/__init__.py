"""The admin of conversations: messages and answers, alerts, evaluation cases."""
