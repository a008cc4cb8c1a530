/** What is used of something, what there is of it and what there should be, in its units. */
export interface Demand {
  /** In the last `days` days. */
  used: number
  days: number
  usable: number
  in_transit: number
  on_order: number
  /** How long a delivery takes, and for how long more there should be enough. */
  lead_days: number
  safety_days: number
  reorder_level: number
  maximum: number | null
  /** Some store has no more than it should have at least, with what is coming to it. */
  is_due: boolean
  /** Units of the largest pack that can be bought; null when it is counted in units alone. */
  largest_pack: number | null
}
export interface Outlook {
  /** Two decimals. */
  average_per_day: string
  /** Whole days; null when none is used. */
  days_left: number | null
  suggested_order: number
}

/** Over how many days use is averaged. */
export const USAGE_DAYS = 90

/**
 * How long stock lasts and what to order: nothing while every store is above its reorder level and there is enough until a delivery has come
 * and the days in reserve are over. Else up to the maximum where there is one, or what is used in that time, and the reorder level at least;
 * less what is there, on its way or ordered, in whole packs of the largest kind.
 */
export const outlookOf = (demand: Demand): Outlook => {
  const { days, usable, in_transit, on_order, lead_days, safety_days, reorder_level, maximum, is_due, largest_pack } = demand
  const used = Math.max(0, demand.used)
  const needed = Math.ceil((used * (lead_days + safety_days)) / days)
  const coming = usable + in_transit + on_order
  const isShort = is_due || (reorder_level > 0 && coming <= reorder_level) || (used > 0 && coming <= needed)
  const pack = largest_pack ?? 1
  const target = maximum ?? Math.max(needed, reorder_level)
  return {
    average_per_day: (used / days).toFixed(2),
    days_left: used === 0 ? null : Math.floor((usable * days) / used),
    suggested_order: isShort ? Math.ceil(Math.max(0, target - coming) / pack) * pack : 0,
  }
}
