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
  panel_item: number | null
  specimen_id: number
  position: number
  turnaround: number | null
  urgent_turnaround: number | null
  /** This visit has it already, and it was not cancelled. */
  is_requested: boolean
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
    select n.*, exists (
      select from lab_test_requests q join lab_test_request_panels o on o.lab_test_request_id = q.id
      where q.process_id = ${process} and o.panel_id = n.panel_id and o.cancelled_at is null) as is_requested
    from (
      select f.id as profile_id, fi.id as profile_item, p.id as panel_id, p.name, pi.id as panel_item, p.specimen_id, x.position,
        p.turnaround_minutes as turnaround, p.urgent_turnaround_minutes as urgent_turnaround
      from lab_profiles f join lab_profile_panels x on x.profile_id = f.id join lab_panels p on p.id = x.panel_id
      left join items fi on fi.id = f.item_id and fi.is_active left join items pi on pi.id = p.item_id and pi.is_active
      where f.id = any(${profiles}::integer[]) and f.is_active and p.is_active
      union all
      select null, null, p.id, p.name, t.id, p.specimen_id, p.position, p.turnaround_minutes, p.urgent_turnaround_minutes
      from lab_panels p left join items t on t.id = p.item_id and t.is_active
      where p.id = any(${panels}::integer[]) and p.is_active
    ) n order by n.position, n.panel_id`.execute(db)
  return rows
}

const planProfile = (profile: number, found: readonly OrderablePanel[]): PlannedOrder[] | string => {
  if (found.length === 0) return 'Choose a laboratory profile that is in use.'
  const item = found[0]!.profile_item
  if (item !== null) return [{ profile, panel: null, item, panels: [...found] }]
  const free = found.find((panel) => panel.panel_item === null)
  if (free) return `${free.name} is not on the price list, nor is the profile.`
  return found.map((panel) => ({ profile: null, panel: panel.panel_id, item: panel.panel_item!, panels: [panel] }))
}

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
 * What is charged and done for what was asked, profiles first; each test once. `errors` names each line that does not fit, by its
 * place: not in use, not on the price list, named twice, or asked for in this visit already (unless `repeat`).
 */
export const planOrders = (asked: Asked, found: readonly OrderablePanel[]): { orders: PlannedOrder[]; errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const orders: PlannedOrder[] = []
  const named = new Set<number>()
  for (const [index, { profile, repeat }] of asked.profiles.entries()) {
    const at = `profiles.${index}.profile`
    const panels = found.filter(({ profile_id }) => profile_id === profile)
    const planned = planProfile(profile, panels)
    if (named.has(profile)) errors[at] = ['Name each profile once.']
    else if (typeof planned === 'string') errors[at] = [planned]
    else if (!repeat && panels.every(({ is_requested }) => is_requested)) errors[at] = ['This visit has these tests already.']
    else orders.push(...planned)
    named.add(profile)
  }
  const single = new Set<number>()
  for (const [index, { test_panel, repeat }] of asked.panels.entries()) {
    const at = `panels.${index}.test_panel`
    const panel = found.find(({ profile_id, panel_id }) => profile_id === null && panel_id === test_panel)
    if (!panel) errors[at] = ['Choose a laboratory test that is in use.']
    else if (single.has(test_panel)) errors[at] = ['Name each test once.']
    else if (panel.panel_item === null) errors[at] = ['This test is not on the price list: ask for a profile that has it.']
    else if (panel.is_requested && !repeat) errors[at] = ['This visit has this test already.']
    else orders.push({ profile: null, panel: test_panel, item: panel.panel_item, panels: [panel] })
    single.add(test_panel)
  }
  return { orders: withoutDoubles(orders), errors }
}
