import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { FieldErrors } from '#platform/errors/problem.ts'

/** What somebody asks for: profiles and single tests, each perhaps once more on purpose. */
export interface Asked {
  profiles: readonly { profile: number; repeat?: boolean | undefined }[]
  panels: readonly { test_panel: number; repeat?: boolean | undefined }[]
}

/** A test that can be done, as the profile or the price list has it. */
export interface OrderablePanel {
  profile_id: number | null
  profile_item: number | null
  panel_id: number
  name: string
  /** Follows from other tests: no sample is taken for it. */
  is_calculated: boolean
  panel_item: number | null
  specimen_id: number
  position: number
  /** This visit has it already, and it was not cancelled. */
  is_requested: boolean
  /** It is there and has no result yet. */
  is_waiting: boolean
}

/** One thing that is charged, with the tests it comes to; never none. */
export interface PlannedOrder {
  profile: number | null
  panel: number | null
  item: number
  panels: OrderablePanel[]
}

/** The active tests of the named profiles and the named tests themselves, in the order of the report. */
export const findOrderable = async (db: Db, process: number, profiles: readonly number[], panels: readonly number[]) => {
  const { rows } = await sql<OrderablePanel>`
    select n.*, w.is_requested, w.is_waiting
    from (
      select f.id as profile_id, fi.id as profile_item, p.id as panel_id, p.name, p.kind = 'calculated' as is_calculated,
        pi.id as panel_item, p.specimen_id, x.position
      from lab_profiles f join lab_profile_panels x on x.profile_id = f.id join lab_panels p on p.id = x.panel_id
      left join items fi on fi.id = f.item_id and fi.is_active left join items pi on pi.id = p.item_id and pi.is_active
      where f.id = any(${profiles}::integer[]) and f.is_active and p.is_active
      union all
      select null, null, p.id, p.name, p.kind = 'calculated', t.id, p.specimen_id, p.position
      from lab_panels p left join items t on t.id = p.item_id and t.is_active
      where p.id = any(${panels}::integer[]) and p.is_active
    ) n cross join lateral (
      select count(*) > 0 as is_requested, coalesce(bool_or(o.state = 'requested'), false) as is_waiting
      from lab_test_requests q join lab_test_request_panels o on o.lab_test_request_id = q.id
      where q.process_id = ${process} and o.panel_id = n.panel_id and o.cancelled_at is null
    ) w order by n.position, n.panel_id`.execute(db)
  return rows
}

type Line = Asked['profiles'][number]

/** What a profile comes to, or why it cannot be asked for. A test that waits for its result already is done once, for both. */
const planProfile = ({ profile, repeat }: Line, found: readonly OrderablePanel[]): PlannedOrder[] | string => {
  if (found.length === 0) return 'Choose an active laboratory profile.'
  if (!repeat && found.every(({ is_requested }) => is_requested)) return 'These tests are already requested in this visit.'
  const panels = repeat ? [...found] : found.filter(({ is_waiting }) => !is_waiting)
  const item = found[0]!.profile_item
  if (item !== null) return [{ profile, panel: null, item, panels }]
  const free = panels.find((panel) => panel.panel_item === null)
  if (free) return `${free.name} is not on the price list, nor is the profile.`
  return panels.map((panel) => ({ profile: null, panel: panel.panel_id, item: panel.panel_item!, panels: [panel] }))
}

const byPlace = (a: PlannedOrder, b: PlannedOrder) =>
  a.panels[0]!.position - b.panels[0]!.position || a.panels[0]!.panel_id - b.panels[0]!.panel_id

/** Leaves each test to the first order that brings it; an order that brings nothing new is none. */
const withoutDoubles = (orders: readonly PlannedOrder[]) => {
  const taken = new Set<number>()
  return orders.flatMap((order) => {
    const panels = order.panels.filter(({ panel_id }) => !taken.has(panel_id))
    for (const { panel_id } of panels) taken.add(panel_id)
    return panels.length === 0 ? [] : [{ ...order, panels }]
  })
}

/**
 * What is charged and done for what was asked, profiles first, in the order of the report; each test once. `errors` names each line that does not fit, by its
 * place: not in use, not on the price list, named twice, or asked for in this visit already (unless `repeat`).
 */
export const planOrders = (asked: Asked, found: readonly OrderablePanel[]): { orders: PlannedOrder[]; errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const orders: PlannedOrder[] = []
  const named = new Set<number>()
  for (const [index, line] of asked.profiles.entries()) {
    const { profile } = line
    const at = `profiles.${index}.profile`
    const planned = planProfile(
      line,
      found.filter(({ profile_id }) => profile_id === profile),
    )
    if (named.has(profile)) errors[at] = ['Each profile may be listed only once.']
    else if (typeof planned === 'string') errors[at] = [planned]
    else orders.push(...planned)
    named.add(profile)
  }
  const singles: PlannedOrder[] = []
  const single = new Set<number>()
  for (const [index, { test_panel, repeat }] of asked.panels.entries()) {
    const at = `panels.${index}.test_panel`
    const panel = found.find(({ profile_id, panel_id }) => profile_id === null && panel_id === test_panel)
    if (!panel) errors[at] = ['Choose an active laboratory test.']
    else if (single.has(test_panel)) errors[at] = ['Each test may be listed only once.']
    else if (panel.panel_item === null) errors[at] = ['This test is not on the price list. Request a profile that includes it.']
    else if (panel.is_requested && !repeat) errors[at] = ['This test is already requested in this visit.']
    else singles.push({ profile: null, panel: test_panel, item: panel.panel_item, panels: [panel] })
    single.add(test_panel)
  }
  return { orders: withoutDoubles([...orders, ...singles.toSorted(byPlace)]), errors }
}
