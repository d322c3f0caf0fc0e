#!/usr/bin/env bash
# Puts a pack into a comment of a pull request with gh, in place of the one before.
#   REVIEW_FILE     the pack (knap-review.md)
#   REVIEW_REQUEST  the number of the pull request
set -euo pipefail

file=${REVIEW_FILE:-knap-review.md}
# GitHub takes 65,536 characters; the frame around the pack is part of them.
most=60000
body=$(mktemp)
trap 'rm -f "$body"' EXIT

{
  printf '<details><summary>What to read for this change, packed by knap</summary>\n\n'
  if [ "$(wc -c < "$file")" -le "$most" ]; then
    cat "$file"
  else
    echo "The pack is too long for a comment ($(wc -c < "$file") bytes): give a smaller budget, or read it among the artifacts of this run."
  fi
  printf '\n</details>\n'
} > "$body"

gh pr comment "$REVIEW_REQUEST" --body-file "$body" --edit-last --create-if-none
