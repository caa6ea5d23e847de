# Stages of a run, each timed: `stage NAME COMMAND…`. A stage that fails fails the run. `chains COMMAND COMMAND` runs two
# functions beside each other, whose own stages stand in the table too. `table GOAL [LINE]` prints them all, then the line,
# then the whole time.
status=0
notes=$(mktemp -d)

# What the adapter writes for banks is validated by the published schemas, where they stand beside the project.
schemas=$PWD/../shared/data/iso20022
[ ! -d "$schemas" ] || export HUNDI_TEST_ISO20022_SCHEMAS=$schemas

# Sets `computed` to the seconds that the processors have worked for what this shell has waited for.
look() {
  local own=$notes/times.$BASHPID
  # A subshell would count its own time only.
  times >"$own"
  computed=$(awk '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += part[1] * 60 + part[2] } } END { printf "%d", sum }' "$own")
}

stage() {
  local name=$1 from=$SECONDS before outcome=passed
  shift
  echo "== $name"
  look
  before=$computed
  "$@" || { outcome=FAILED status=1; }
  look
  printf '%-28s %-7s %6d s, computed %6d s\n' "$name" "$outcome" $((SECONDS - from)) $((computed - before)) |
    tee -a "$notes/rows"
  [ "$outcome" = passed ]
}

# Each of the two keeps a core busy, and they share nothing but what was built. A shell of its own counts its own time only.
chains() {
  ("$1"; exit "$status") &
  local beside=$!
  ("$2"; exit "$status") || status=1
  wait "$beside" || status=1
}

# The whole time stands beside the goal, in minutes; it fails no run.
table() {
  look
  echo "== stages"
  cat "$notes/rows"
  [ -z "${2:-}" ] || echo "$2"
  printf 'all: %d min %d s, computed %d min; the goal is %s min\n' $((SECONDS / 60)) $((SECONDS % 60)) $((computed / 60)) "$1"
  rm -rf "$notes"
}

# Runs a program of the service as it was built: `npm run race` would build it again, which computes longer than the race.
of_service() {
  local name=$1
  shift
  npm run "$name" --silent --workspace @hundi/service -- "$@"
}
