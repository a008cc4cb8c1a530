import type { Client } from 'pg'
import { random, type Random } from '../../db/seed/random.ts'

/** What a hospital that takes in all its papers has after years. */
export const RECORDS = { documents: 50_000, pages: 2, entities: 15, many: 60, unverified: 300 } as const
/** Every so many-th document is the one patient's, has many entities, or says where its words stand on the page. */
export const EVERY = { longPatient: 100, many: 250, placed: 25 } as const
const BATCH = 500
const WORDS = 370

/** Each stands in about a third of the pages. */
export const commonWords =
  `fever cough headache vomiting diarrhoea malaria pneumonia hypertension diabetes anaemia asthma tuberculosis abdomen chest lungs heart liver
spleen kidney urine blood pressure pulse temperature respiration oxygen saturation haemoglobin glucose creatinine sodium potassium platelets culture
ultrasound radiograph swelling tenderness jaundice oedema rash wound fracture infection dehydration convulsions fatigue dizziness weakness nausea appetite
weight pregnancy delivery labour antenatal bleeding discharge surgery theatre anaesthesia dressing sutures referral admission ward emergency clinic review
treatment tablets syrup injection infusion dose paracetamol amoxicillin artemether ceftriaxone metformin amlodipine omeprazole salbutamol prednisolone
ibuprofen allergy penicillin smoking alcohol family mother father child history examination diagnosis differential investigation prognosis counselling
vaccination nutrition breastfeeding exercise physiotherapy consent follow specialist consultant nurse pharmacist bilateral chronic acute severe mild
moderate stable improved`.split(/\s+/)
const joining =
  `the of and was with to on no in for is a at were has not had by she he left right normal since after before given noted this from`.split(
    ' ',
  )
const roots =
  `hepat nephr cardi gastr oste arthr neur derm ophthalm ot rhin laryng bronch pneum angi phleb aden myel hyster oophor salping cyst pyel ureter
prostat orchi mast thyr pancreat splen enter col proct chol lith chondr my tend burs spondyl cephal encephal mening blephar kerat`.split(
    /\s+/,
  )
const joints = ['o', 'omicro', 'omega', 'opolio', 'ohaemo', 'opyo', 'ofibro', 'olipo', 'osclero', 'oleuko', 'omelano', 'oneuro']
const endings =
  `itis oma pathy ectomy scopy graphy plasty tomy stenosis megaly algia rrhagia rrhoea sclerosis ptosis plegia paresis genesis lysis trophy
malacia centesis gram logy`.split(/\s+/)
const terms = endings.flatMap((ending) => joints.flatMap((joint) => roots.map((root) => `${root}${joint}${ending}`)))
/** Each stands in a few pages only. */
export const rareWords = roots.flatMap((root) => roots.map((other) => `zy${root}a${other}in`))

const kinds = ['discharge summary', 'referral letter', 'clinic note', 'laboratory report', 'imaging report', 'prescription', 'other']
const types =
  `diagnosis drug symptom laboratory vital diagnosis drug allergy date procedure symptom laboratory drug symptom facility`.split(' ')
const messageOf: Record<string, { value?: string; unit?: string; code?: string; details?: object }> = {
  drug: {
    value: 'amoxicillin',
    details: { dose: '500 mg', frequency: 'three times a day', duration: '5 days', substances: ['amoxicillin'] },
  },
  laboratory: { value: '12.4', unit: 'g/dL', code: '718-7', details: { low: '12', high: '16', flag: 'normal' } },
  vital: { value: '38.4', unit: 'Cel', code: '8310-5', details: { measure: 'temperature' } },
  allergy: { value: 'penicillin', details: { reaction: 'rash', severity: 'mild', substances: ['penicillin'] } },
}

/** Long terms are rarer the further back they stand. */
const drawWord = ({ next, pick }: Random) => {
  const kind = next()
  if (kind < 0.55) return pick(joining)
  if (kind < 0.69) return pick(commonWords)
  if (kind < 0.74) return String(Math.ceil(next() * 400) / 2)
  return kind < 0.9999 ? terms[Math.floor(terms.length * next() ** 3)]! : pick(rareWords)
}

interface Page {
  text: string
  starts: number[]
  words: string[]
}
const writePage = (dice: Random): Page => {
  const words: string[] = []
  const starts: number[] = []
  let text = ''
  for (let left = 0, at = 0; at < WORDS; at++, left--) {
    const isFirst = left <= 0
    if (isFirst) {
      text = text && `${text}${at % 3 ? '. ' : '.\n'}`
      left = dice.integer(7, 15)
    }
    const drawn = drawWord(dice)
    const word = isFirst ? drawn.charAt(0).toUpperCase() + drawn.slice(1) : drawn
    starts.push(text.length)
    words.push(word)
    text += left === 1 ? word : `${word} `
  }
  return { text: text.trimEnd(), starts, words }
}

const share = (value: number) => Math.round(value * 1e4) / 1e4
/** Ten words a line. */
const placesOf = ({ starts, words }: Page) =>
  starts.map((start, at) => {
    const { length } = words[at]!
    return [start, start + length, share(0.05 + (at % 10) * 0.09), share(0.04 + Math.floor(at / 10) * 0.024), share(length * 0.007), 0.018]
  })

const entitiesOf = (record: number, pages: readonly Page[]) =>
  Array.from({ length: record % EVERY.many === 0 ? RECORDS.many : RECORDS.entities }, (_, at) => {
    const number = at % pages.length
    const { starts, words } = pages[number]!
    const place = Math.floor(at / pages.length) * 11 + 3
    const type = types[at % types.length]!
    const [start, text] = [starts[place]!, words[place]!]
    const { details = {}, ...message } = messageOf[type] ?? {}
    return {
      record,
      page: number + 1,
      start,
      until: start + text.length,
      type,
      text,
      details,
      ...message,
      confidence: share(0.5 + (at % 50) / 100),
    }
  })

/** The documents without what stands in them: the first number of patients is the patient of many. */
const heads = `
  with person as (select id, row_number() over (order by id) - 1 as place, count(*) over () as people from patients),
  users_in_order as (select id, row_number() over (order by id) - 1 as place from users where email like '%@bench.example'),
  file as (
    insert into files (sha256, size, type, name, created_at)
    select encode(sha256(('bench ' || n)::bytea), 'hex'), 200000 + n, 'application/pdf', 'scan-' || n || '.pdf', now() from generate_series(1, $1::integer) n
    returning id, size - 200000 as place
  )
  insert into medical_records (patient_id, title, kind, document_date, file_id, status, page_count, pages_read, read_at, is_from_patient, verified_at,
    verified_by, created_at, created_by, changed_at, changed_by, reading)
  select p.id, initcap(($2::text[])[1 + n % 7]) || ' ' || n, ($2::text[])[1 + n % 7], t.at::date - 3, f.id, 'ready', $3, $3, t.at, w.is_sent,
    case when w.is_looked_at then t.at end, case when w.is_looked_at then u.id end, t.at, u.id, t.at, u.id, 1
  from generate_series(1, $1::integer) n
  cross join lateral (select now() - ($1 - n) * interval '21 minutes' - interval '1 day' as at) t
  cross join lateral (select n % 50 = 1 as is_sent, n % 50 = 1 and n <= $1 - 50 * $4::integer as is_looked_at) w
  join file f on f.place = n
  join person p on p.place = case when n % $5::integer = 0 then 0 else 1 + n * 7919::bigint % (p.people - 1) end
  join users_in_order u on u.place = n % 100
  order by n`

const insertPages = `
  insert into medical_record_pages (record_id, number, patient_id, text, words, method, quality, width, height)
  select r.id, n.number, r.patient_id, n.text, n.words, 'ocr', 0.9, 1240, 1754
  from jsonb_to_recordset($1::jsonb) as n (record integer, number integer, text text, words jsonb) join medical_records r on r.id = n.record`
/** What was found in older documents is decided: most of it confirmed. */
const insertEntities = `
  insert into medical_record_entities (record_id, patient_id, page, start, until, type, text, value, unit, code, confidence, details, state, decided_at,
    decided_by)
  select r.id, r.patient_id, n.page, n.start, n.until, n.type, n.text, n.value, n.unit, n.code, n.confidence, n.details, d.state::entity_state,
    case when d.state <> 'suggested' then r.read_at end, case when d.state <> 'suggested' then r.created_by end
  from jsonb_to_recordset($1::jsonb) as n (record integer, page integer, start integer, until integer, type text, text text, value text, unit text,
    code text, confidence real, details jsonb)
  join medical_records r on r.id = n.record
  cross join lateral (select case when r.id > $2::integer * 0.6 then 'suggested' when n.start % 20 = 0 then 'rejected' else 'confirmed' end as state) d`

/** Writes the documents, their pages and what was found in them; patients and people are there. */
export const loadDocuments = async (client: Client) => {
  const { documents, pages: count, unverified } = RECORDS
  await client.query(heads, [documents, kinds, count, unverified, EVERY.longPatient])
  await client.query('analyze medical_records')
  // An index over many rows is made faster than it is kept.
  await client.query('drop index medical_record_pages_search')
  const dice = random('documents')
  for (let from = 1; from <= documents; from += BATCH) {
    const written = Array.from({ length: BATCH }, (_, at) => ({
      record: from + at,
      pages: Array.from({ length: count }, () => writePage(dice)),
    }))
    const rows = written.flatMap(({ record, pages }) =>
      pages.map((page, at) => ({ record, number: at + 1, text: page.text, words: record % EVERY.placed === 0 ? placesOf(page) : [] })),
    )
    await client.query(insertPages, [JSON.stringify(rows)])
    await client.query(insertEntities, [JSON.stringify(written.flatMap(({ record, pages }) => entitiesOf(record, pages))), documents])
  }
  await client.query(`set local maintenance_work_mem = '512MB'`)
  await client.query('create index medical_record_pages_search on medical_record_pages using gin (search)')
}
