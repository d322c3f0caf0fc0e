#!/usr/bin/env bash
# Writes a pack into a comment of a pull request with gh, replacing the previous one.
#   REVIEW_FILE     the pack (knap-review.md)
#   REVIEW_REQUEST  the number of the pull request
set -euo pipefail

file=${REVIEW_FILE:-knap-review.md}
# GitHub accepts 65,536 characters, including the frame around the pack.
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
