#!/usr/bin/env bash
# The steps of action.yml. Inputs come as environment variables and are never evaluated.
#
#   action.sh install   downloads the executable (INPUT_VERSION) and tells where it is
#   action.sh run       runs INPUT_COMMAND with INPUT_ARGUMENTS, a line an argument; reports go to
#                       INPUT_REPORTS, a summary to the job, annotations to the log
set -euo pipefail

output() { printf '%s=%s\n' "$1" "$2" >> "${GITHUB_OUTPUT:-/dev/null}"; }

install() {
  local folder=${RUNNER_TEMP:?}/wt-inject
  export WT_INJECT_VERSION=${INPUT_VERSION:-latest} WT_INJECT_DIR=$folder
  if [ "${RUNNER_OS:-Linux}" = Windows ]; then
    powershell -NoProfile -ExecutionPolicy Bypass -File "${ACTION_PATH:?}/install.ps1"
    output executable "$folder/wt-inject.exe"
  else
    sh "${ACTION_PATH:?}/install.sh"
    output executable "$folder/wt-inject"
  fi
}

run() {
  local words=() arguments=() behind=() line code=0 reports=${INPUT_REPORTS:-wt-inject-report}
  local format token earlier
  # No program here may take the folder's name for a flag.
  case $reports in -*) reports=./$reports ;; esac
  earlier=$reports/.earlier.tmp
  read -r -a words <<< "${INPUT_COMMAND:-conform}"
  if [ "${#words[@]}" -eq 0 ]; then words=(conform); fi
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    if [ -z "$line" ]; then continue; fi
    # What stands behind -- is another program's, and the report is no word of it.
    if [ "$line" = -- ] || [ "${#behind[@]}" -gt 0 ]; then
      behind+=("$line")
    else
      arguments+=("$line")
    fi
  done <<< "${INPUT_ARGUMENTS:-}"
  mkdir -p -- "$reports"
  # A report takes its place whole, as another file: by its second name an earlier step's is known again.
  rm -f -- "$earlier"
  if [ -e "$reports/report.json" ]; then
    ln -- "$reports/report.json" "$earlier" || rm -f -- "$reports/report.json"
  fi
  # What an agent said may stand in the log. It must not be taken for commands to the runner.
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  "${WT_INJECT:?}" "${words[@]}" ${arguments[@]+"${arguments[@]}"} \
    --report "json=$reports/report.json" ${behind[@]+"${behind[@]}"} || code=$?
  echo "::$token::"
  rm -f -- "$reports/annotations.txt"
  if [ "$reports/report.json" -ef "$earlier" ]; then
    for format in json xml md html; do rm -f -- "$reports/report.$format"; done
  fi
  rm -f -- "$earlier"
  if [ -s "$reports/report.json" ]; then
    for format in junit:report.xml markdown:report.md html:report.html github:annotations.txt; do
      "$WT_INJECT" report view --format "${format%%:*}" -- "$reports/report.json" \
        > "$reports/${format#*:}" || rm -f -- "$reports/${format#*:}"
    done
    # The log's own commands become annotations; the file is no report.
    if [ -e "$reports/annotations.txt" ]; then cat "$reports/annotations.txt"; fi
    rm -f -- "$reports/annotations.txt"
    if [ -e "$reports/report.md" ]; then
      cat "$reports/report.md" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
    fi
  fi
  output exit-code "$code"
}

"${1:?install or run}"
