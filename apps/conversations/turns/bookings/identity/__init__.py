"""Who the guest of a conversation is: by a code and a name, or by a link."""
