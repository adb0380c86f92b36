"""Contacts: two guests that have played together and both agreed can invite each other, without accounts."""
