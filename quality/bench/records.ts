// `node quality/bench/records.ts [--write]`: what one person waits for over the documents of a hospital, one request after the other.
// With `--write` the figures go to docs/benchmarks-records.md. `--only=search,list` measures some, `--plans` shows how queries were answered.
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  addRecord,
  getRecord,
  getRecordPage,
  getRecordThumbnail,
  listRecords,
  changeEntity,
  decideEntities,
  fileEntities,
  searchEntities,
  searchRecords,
} from '#features/records/contract.ts'
import { asOwner } from '#platform/db/owner.ts'
import { fileStore } from '#platform/files/store.ts'
import { type Alone, measureAlone } from './areas/alone.ts'
import { commonWords, EVERY, RECORDS, rareWords } from './dataset-records.ts'
import type { Act } from './server/direct.ts'
import { type BenchServer, withBenchServer } from './server/bench-server.ts'
import { writePlans } from './figures/plans.ts'
import { aloneTable } from './figures/report.ts'
import { endless } from './acts/sample.ts'
import { both, type NextAct, type Scenario } from './acts/scenarios.ts'

const SIZE = { patients: 4000, visits: 0, withRecords: true } as const
const page = join(import.meta.dirname, '../../docs/benchmarks-records.md')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const READ = { p95: 20 }
const SEARCH = { p95: 30 }
const WRITE = { p95: 40 }
const FIRST = { limit: 25 }
const PATIENTS = 300
const FINDINGS = RECORDS.documents * (RECORDS.entities + (RECORDS.many - RECORDS.entities) / EVERY.many)

/** Each act in turn, from the start again. */
const asking = (name: string, aim: Scenario['aim'] & object, acts: readonly Act[]): Scenario => ({
  name,
  aim,
  warmUp: 1,
  acts: async () =>
    both(() => {
      const next = endless(acts)
      return () => next()
    }),
})
/** Each act once only: what is decided is decided. */
const doing = (name: string, acts: readonly Act[]): Scenario => ({
  name,
  aim: WRITE,
  warmUp: 1,
  acts: async () =>
    both((): NextAct => {
      let next = 0
      return () => acts[next++] ?? null
    }),
})

const searching = (name: string, queries: readonly string[], more: { patient_id?: number } = {}) =>
  asking(
    name,
    SEARCH,
    queries.map((q) => ({ endpoint: searchRecords, query: { q, ...FIRST, ...more } })),
  )
const asTyped = (words: readonly string[]) =>
  words.filter(({ length }) => length >= 6).flatMap((word) => Array.from({ length: 6 }, (_, letters) => word.slice(0, letters + 1)))

interface Loaded {
  longPatient: number
  patients: number[]
  /** Words that stand together somewhere. */
  phrases: string[]
  texts: string[]
}
const look = async ({ url }: BenchServer): Promise<Loaded> =>
  asOwner(url, async (client) => {
    const { rows: patients } = await client.query<{ id: number }>(
      `select patient_id as id from medical_records group by 1 order by count(*) desc, 1 limit ${PATIENTS + 1}`,
    )
    const { rows: texts } = await client.query<{ text: string }>(
      `select text from medical_record_pages where record_id % 211 = 0 order by record_id, number limit 240`,
    )
    const phrases = texts.flatMap(({ text }) => /(?<= )[a-z]{5,} [a-z]{5,}(?= )/.exec(text)?.[0] ?? [])
    return { longPatient: patients[0]!.id, patients: patients.slice(1).map(({ id }) => id), phrases, texts: texts.map(({ text }) => text) }
  })

const everyRecord = (step: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => RECORDS.documents - from - at * step).filter((id) => id > 0)

const listed = (query: Act['query'] & object): Act => ({ endpoint: listRecords, query: { ...FIRST, ...query } })

const readsOf = ({ longPatient, patients, phrases }: Loaded): Scenario[] => {
  const placed = everyRecord(EVERY.placed, 200)
  return [
    asking(
      'list: documents of a patient',
      READ,
      patients.map((patient_id) => listed({ patient_id })),
    ),
    asking('list: the newest 25 of 500 of a patient', READ, [listed({ patient_id: longPatient })]),
    asking('list: the newest 25 of all', READ, [listed({})]),
    asking('list: what patients sent, not looked at yet', READ, [listed({ unverified: 'true' })]),
    asking('list: the same, counted', READ, [listed({ unverified: 'true', count: 'true' })]),
    asking(
      `a document with ${RECORDS.many} findings`,
      READ,
      everyRecord(EVERY.many, 200).map((id) => ({ endpoint: getRecord, params: { id } })),
    ),
    asking(
      'a page, with the places of its words',
      READ,
      placed.map((id) => ({ endpoint: getRecordPage, params: { id, page: 1 + (id % RECORDS.pages) } })),
    ),
    asking(
      'the small picture of a document',
      READ,
      placed.map((id) => ({ endpoint: getRecordThumbnail, params: { id } })),
    ),
    asking(
      'findings of a document, by words',
      READ,
      everyRecord(EVERY.many, 200).map((id, at) => ({ endpoint: searchEntities, params: { id }, query: { q: at % 2 ? 'am' : 'fever' } })),
    ),
    searching('search in 500 documents of a patient, as typed', asTyped(commonWords), { patient_id: longPatient }),
    searching('search in all, as typed', asTyped(commonWords)),
    searching('search in all, a common word', commonWords),
    searching('search in all, a rare word', rareWords),
    searching(
      'search in all, two words',
      commonWords.map((word, at) => `${word} ${commonWords[(at * 7 + 1) % commonWords.length]!}`),
    ),
    searching(
      'search in all, a common and a rare word',
      commonWords.map((word, at) => `${rareWords[at * 13]!} ${word}`),
    ),
    searching(
      'search in all, three words of which few pages hold all',
      commonWords.map((word, at) => `${word} ${commonWords[(at * 7 + 1) % commonWords.length]!} ${rareWords[at * 11]!.slice(0, 5)}`),
    ),
    {
      ...searching(
        'search in all, words that stand together',
        phrases.map((phrase) => `"${phrase}"`),
      ),
      times: 60,
    },
  ]
}

interface Suggested {
  record: number
  type: string
  ids: number[]
}
const suggestionsOf = async ({ url }: BenchServer) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<Suggested>(
      `select record_id as record, type, array_agg(id::integer order by id) as ids from medical_record_entities
       where state = 'suggested' and (record_id % ${EVERY.many} = 0 or record_id % 17 = 0)
         and exists (select from medical_records r where r.id = record_id and not r.is_from_patient) group by 1, 2 order by 1 desc, 2`,
    )
    return Map.groupBy(rows, ({ record }) => record)
  })

const filed = { diagnosis: 2, drug: 1, allergy: 1, vital: 1 } as const
const DECIDED = 20

const writesOf = async (app: BenchServer, { patients, texts }: Loaded): Promise<Scenario[]> => {
  const all = [...(await suggestionsOf(app))].map(([id, found]) => ({ id, found, isLong: id % EVERY.many === 0 }))
  const short = all.filter(({ isLong }) => !isLong)
  const decisions = all.flatMap(({ id, found, isLong }): Act[] => {
    const ids = found.flatMap((one) => one.ids)
    const parts = isLong ? [0, 1, 2].map((part) => ids.slice(part * DECIDED, (part + 1) * DECIDED)) : []
    return parts.map((part) => ({
      endpoint: decideEntities,
      params: { id },
      body: { confirm: part.filter((_, at) => at % 3 > 0), reject: part.filter((_, at) => at % 3 === 0) },
    }))
  })
  const filings = short.slice(0, 300).map(({ id, found }): Act => {
    const entities = found.flatMap(({ type, ids }) => ids.slice(0, filed[type as keyof typeof filed] ?? 0))
    return { endpoint: fileEntities, params: { id }, body: { entities } }
  })
  const changes = short.slice(300, 600).map(({ found }, at): Act => {
    const id = found.find(({ type }) => type === 'symptom')!.ids[0]!
    return { endpoint: changeEntity, params: { id }, body: { value: `fever ${at}`, certainty: 'possible', version: 1 } }
  })
  // Each text once for a patient: the same is not taken twice.
  const typed = patients.map((patient, at): Act => {
    const text = `${at}. ${texts[at % texts.length]!.slice(0, 2000)}`
    return { endpoint: addRecord, key: randomUUID(), body: { patient, kind: 'clinic note', text } }
  })
  return [
    doing(`decide ${DECIDED} findings`, decisions),
    doing('make the record of 5 findings', filings),
    doing('correct a finding', changes),
    doing('add a typed text, and queue its reading', typed),
  ]
}

/** Pictures lie with the files of the house that is measured, sealed with its key. */
const keepThumbnails = async ({ url, dir, secrets }: BenchServer) => {
  const files = fileStore(join(dir, 'files'), secrets.fileKey, secrets.previousFileKeys)
  const kept = await Promise.all(Array.from({ length: 50 }, () => files.put(randomBytes(9000))))
  await asOwner(url, (client) =>
    client.query(
      `update medical_records set thumbnail_sha256 = ($1::text[])[1 + id / ${EVERY.placed} % 50] where id % ${EVERY.placed} = 0`,
      [kept.map(({ sha256 }) => sha256)],
    ),
  )
}

const load = () => loadavg()[0]!.toFixed(1)

const textOf = (alone: readonly Alone[], { postgres }: BenchServer, before: string) => {
  const { model } = cpus()[0]!
  const documents = RECORDS.documents.toLocaleString('en')
  const machine = `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, PostgreSQL ${postgres}`
  return `# Benchmarks: medical records

Made by \`node quality/bench/records.ts --write\`; do not edit.

Measured ${new Date().toISOString().slice(0, 10)} on ${machine}. Server, database and the measurement share this machine;
other work ran beside it, too: its load was ${before} at the beginning and ${load()} at the end (${cpus().length} keeps all cores busy).

${documents} documents of ${SIZE.patients.toLocaleString('en')} patients, ${(RECORDS.documents * RECORDS.pages).toLocaleString('en')} pages of some 2,500 letters, ${FINDINGS.toLocaleString('en')} findings, one patient with ${RECORDS.documents / EVERY.longPatient} documents and ${RECORDS.unverified} from
patients that nobody has looked at. Common words stand in a third of the pages, rare ones in a few. *As typed* is words from their first letter to their sixth.
One person, one request after the other, over HTTP; fsync, audit, rate limits and session look-ups are on; there is no cache of replies. The small pictures are of
9 KB. The reading of a text that was added runs beside what follows it.

${aloneTable([...alone])}
`
}

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, plans: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const wanted = ({ name }: Scenario) => values.only?.split(',').some((part) => name.includes(part.trim())) ?? true

await withBenchServer({ size: SIZE, dir: undefined, lanes: 1, seconds: 1, profile: false, say }, async (app) => {
  const before = load()
  await keepThumbnails(app)
  const loaded = await look(app)
  const chosen = [...readsOf(loaded), ...(await writesOf(app, loaded))].filter(wanted)
  if (values.plans) {
    const acts = await Promise.all(
      chosen.map(async (one) => {
        const [next] = await one.acts(app.sample, app.direct.db, 1)
        return { name: one.name, act: next()! }
      }),
    )
    say(await writePlans(app.url, app.dir, app.secrets, app.tokens()[0]!, acts, tmpdir()))
    return
  }
  const alone: Alone[] = []
  for (const scenario of chosen) {
    const figures = await measureAlone(app, scenario, {})
    say(
      `  ${figures.name}: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.count} times, ${figures.errors} errors`,
    )
    alone.push(figures)
  }
  if (alone.some(({ errors }) => errors > 0)) process.exitCode = 1
  if (values.write && values.only === undefined) writeFileSync(page, textOf(alone, app, before))
})
