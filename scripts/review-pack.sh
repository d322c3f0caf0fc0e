#!/usr/bin/env bash
# Writes a pack that a reviewer should read for a change; runs in any CI or by hand.
#   REVIEW_BASE    the base of the change (origin/main)
#   REVIEW_TASK    the subject of the change (the title of its last commit)
#   REVIEW_BUDGET  tokens the pack may cost (8000)
#   REVIEW_AIM     focused or full (focused)
#   REVIEW_FILE    the file to write (knap-review.md)
set -euo pipefail

base=${REVIEW_BASE:-origin/main}
task=${REVIEW_TASK:-$(git log -1 --format=%s)}
file=${REVIEW_FILE:-knap-review.md}

if ! git cat-file -e "$base^{commit}" 2> /dev/null; then
  echo "review-pack: $base is not known here; fetch it first (actions/checkout with fetch-depth: 0)." >&2
  exit 2
fi

status=0
knap pack "Review: $task" --diff "$base...HEAD" --include tests \
  --budget "${REVIEW_BUDGET:-8000}" --aim "${REVIEW_AIM:-focused}" --format markdown > "$file" || status=$?
# If knap finds nothing, the job still succeeds.
if [ "$status" -eq 3 ]; then echo 'Nothing in this change needs more than its diff.' > "$file"; status=0; fi
exit "$status"
