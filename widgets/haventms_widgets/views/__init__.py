"""One module an explorer: its inputs, what it asks the rules, and how it arranges what they say."""
