"""Show what long runs come to: progress, tables, charts."""
