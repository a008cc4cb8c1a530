/** How long the clinic may be without a verified backup before somebody is told, in hours. */
export const TOLERATED_HOURS = 48

/** After so long without one, a backup is made as soon as the program runs: it was switched off at night. */
const OVERDUE_HOURS = 30
/** For so long after its hour a backup still counts as made at night. */
const NIGHT_HOURS = 4

/**
 * Whether a backup of its own accord is due: `hour` is that of the clinic's clock, `since` how many hours ago the last one was made, or the
 * clinic began.
 */
export const isDue = ({ hour, wanted, since }: { hour: number; wanted: number; since: number }): boolean =>
  since >= OVERDUE_HOURS || (since >= 12 && (hour - wanted + 24) % 24 < NIGHT_HOURS)
