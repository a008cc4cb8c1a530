import { auditReads } from '#platform/audit/audit.ts'
import { type PageAsked, readPage } from '#platform/db/keyset.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { getOverview, getUsage, listItemMovements, listLow, listMovements, scanCode } from '../contract-ledger.ts'
import { outlookOf } from '../reorder.ts'
import { dayOf } from './core/numbers.ts'
import { findMovements, type MovementFilters } from './movements.ts'
import { findMostUsed, findShortage, findStoreCounts, findWorth, worthOf } from './overview.ts'
import { maySeeDispenses } from './policy.ts'
import { findScanned } from './scan.ts'
import { countLow, findDemand, findLow, findWeeks } from './usage.ts'

const WEEKS = 26

const movementsPage = async ({ db, user, audit }: Pick<Context, 'db' | 'user' | 'audit'>, filters: MovementFilters, asked: PageAsked) => {
  const page = await readPage(asked, { find: (position) => findMovements(db, filters, position, maySeeDispenses(user)) })
  auditReads(audit, 'stock movements', page.rows)
  return page
}

export const ledgerRoutes: Route[] = [
  handle(listItemMovements, async ({ db, user, audit, params, query }) => {
    const { limit, cursor, ...filters } = query
    const stocked = await db.selectFrom('stocked_items').select('item_id').where('item_id', '=', params.id).executeTakeFirst()
    if (!stocked) throw notFound('Item')
    return movementsPage({ db, user, audit }, { ...filters, item: params.id }, { limit, cursor })
  }),

  handle(listMovements, ({ db, user, audit, query }) => {
    const { limit, cursor, ...filters } = query
    return movementsPage({ db, user, audit }, filters, { limit, cursor })
  }),

  handle(getUsage, async ({ db, params, query, now }) => {
    const day = await dayOf(db, now)
    const [demand, weeks] = await Promise.all([
      findDemand(db, params.id, day, query.store),
      findWeeks(db, params.id, day, query.weeks ?? WEEKS, query.store),
    ])
    if (!demand) throw notFound('Item')
    return { item: params.id, ...demand, ...outlookOf(demand), weeks }
  }),

  handle(listLow, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    const page = await readPage(query, {
      find: (position) => findLow(db, query, day, position),
      by: ({ sort_name }) => sort_name,
      count: () => countLow(db, query),
    })
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...outlookOf(row) })) }
  }),

  handle(scanCode, async ({ db, query, now }) => findScanned(db, query.code, Number((await dayOf(db, now)).slice(0, 4)))),

  handle(getOverview, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    const [worth, counts, shortage, mostUsed] = await sharedRead(db, `stock overview ${day} ${query.store}`, () =>
      Promise.all([
        findWorth(db, day, query.store),
        findStoreCounts(db, query.store),
        findShortage(db, query.store),
        findMostUsed(db, day, query.store),
      ]),
    )
    const all = worth.find(({ store }) => store === null)
    const values = new Map(worth.map(({ store, value }) => [store, value]))
    return {
      day,
      value: all?.value ?? '0.00',
      ...shortage,
      usable: worthOf(all, 'usable'),
      expiring: {
        within_30: worthOf(all, 'within_30'),
        within_60: worthOf(all, 'within_60'),
        within_90: worthOf(all, 'within_90'),
      },
      expired: worthOf(all, 'expired'),
      quarantined: worthOf(all, 'quarantined'),
      in_transit: worthOf(all, 'in_transit'),
      stores: counts.map((row) => ({ ...row, value: values.get(row.store) ?? '0.00' })),
      most_used: mostUsed,
    }
  }),
]
