import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Query } from '#features/assistant/query.ts'
import { grains } from '#features/assistant/query.ts'
import { figuresSql, rowsSql, type Compiling } from '#features/assistant/server/compile.ts'
import type { Db } from '#platform/db/connect.ts'
import { ASKED_AT } from '#platform/questions/asked-at.ts'
import type { Subject } from '#platform/questions/subject.ts'
import { permissions } from '#shared/permissions.ts'

const ZONE = 'Africa/Nairobi'

/** A query that asks for nothing yet. */
export const nothingAsked: Query = {
  subject: '',
  ask: 'measure',
  measure: null,
  aggregate: null,
  groups: [],
  filters: [],
  period: null,
  against: null,
  patient: null,
  visit: null,
  is_share: false,
  top: null,
  nth: 1,
  column: null,
}

export const everything: Compiling['asker'] = { id: 0, role: 'sysadmin', permissions: new Set<string>(permissions) }

/** A query of this subject as somebody asks it in Nairobi: somebody with every right, where nobody is named. */
export const askedOf = (subject: Subject, query: Partial<Query>, asker = everything): Compiling => ({
  query: { ...nothingAsked, subject: subject.name, ...query },
  subject,
  asker,
  zone: ZONE,
  today: '2026-03-02',
})

/** Runs `work` over the reader's role at this moment, by the clock of Nairobi. */
export const askedWhen = <T>(reader: Db, now: Date, work: (db: Db) => Promise<T>): Promise<T> =>
  reader.transaction().execute(async (tx) => {
    await sql`select set_config(${ASKED_AT}, ${now.toISOString()}, true), set_config('TimeZone', ${ZONE}, true)`.execute(tx)
    return work(tx)
  })

export const figuresOf = async (db: Db, subject: Subject, query: Partial<Query>) =>
  (await figuresSql(askedOf(subject, query)).execute(db)).rows

/** Asks for every measure by every dimension and grain; groups of what adds up add up to the whole. */
export const expectGroupsToAddUp = async (db: Db, subject: Subject) => {
  for (const [measure, { total, adds, at }] of Object.entries(subject.measures)) {
    const [whole] = await figuresOf(db, subject, { measure })
    for (const group of [...Object.keys(subject.dimensions), ...(subject.at || at ? grains : [])]) {
      const groups = await figuresOf(db, subject, { measure, groups: [group] })
      const sum = groups.reduce((all, { figure }) => all + Number(figure), 0)
      if (total && adds !== false) expect(sum, `${subject.name}.${measure} by ${group}`).toBeCloseTo(Number(whole?.figure), 0)
    }
  }
}

/** Lists the rows of a subject, each of which leads somewhere where `leads` says so. */
export const expectRows = async (db: Db, subject: Subject, leads: RegExp) => {
  const { rows } = await rowsSql(askedOf(subject, { ask: 'rows' })).execute(db)
  expect(rows.length, subject.name).toBeGreaterThan(0)
  for (const { _link } of rows) if (_link !== null) expect(_link).toMatch(leads)
}
