import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { random } from './random.ts'

const DAY = 86_400_000
/** Days of controls: enough for a chart that says something. */
const CONTROL_DAYS = 30

const counter = { name: 'Blood counter', sender: 'HEMA-5', codes: 'WBC RBC HB HCT MCV MCH MCHC PLT NEUT LYMPH MONO EOS BASO' }
const chemistry = { name: 'Chemistry analyser', sender: 'CHEM-200', codes: 'GLU CREA UREA NA K CL ALT AST CHOL TRIG HDL CRP' }
/** What instruments call some tests. */
const called: Readonly<Record<string, string>> = {
  HB: 'HGB',
  NEUT: 'NEU#',
  LYMPH: 'LYM#',
  MONO: 'MON#',
  EOS: 'EOS#',
  BASO: 'BAS#',
  CHOL: 'TC',
  TRIG: 'TG',
}
const controls = [
  { panel: 'HB', level: 'Low', mean: 62, sd: 1.4 },
  { panel: 'HB', level: 'Normal', mean: 132, sd: 2.1 },
  { panel: 'WBC', level: 'Normal', mean: 7.4, sd: 0.22 },
]
const LOT = 'QC-2611'

const addEquipment = async (client: Client, { name, sender, codes }: typeof counter, protocol: string, seen: Date) => {
  const { rows } = await client.query<{ id: number }>(
    `insert into lab_equipment (name, protocol, connection, order_message, sender, note, last_seen_at)
     values ($1, $2::lab_protocol, 'none', $3, $4, 'Of the demonstration clinic, so it is not connected.', $5) returning id`,
    [name, protocol, protocol === 'hl7' ? 'OML^O21' : 'ASTM', sender, seen],
  )
  const id = rows[0]!.id
  const panels = codes.split(' ')
  await client.query(
    `insert into lab_equipment_codes (equipment_id, code, panel_id) select $1, w.code, p.id from unnest($2::text[], $3::text[]) w (code, panel)
     join lab_panels p on p.code = w.panel`,
    [id, panels.map((panel) => called[panel] ?? panel), panels],
  )
  return id
}

interface Sent {
  accession: string
  code: string
  value: string
  unit: string
  state: 'waiting' | 'control'
  reason: string
}

/** As the program keeps a reason: a sentence that can be said in any language. */
const noSample = (number: string) => JSON.stringify({ text: 'Sample {number} not found.', values: { number } })

const messageOf = (sender: string, control: string, at: Date, rows: readonly Sent[]) => {
  const stamp = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return [
    `MSH|^~\\&|${sender}|LAB|KLINIKI|LAB|${stamp}||ORU^R01|${control}|P|2.5.1`,
    `OBR|1||${rows[0]?.accession ?? ''}|^^^PANEL`,
    ...rows.map(({ code, value, unit }, i) => `OBX|${i + 1}|NM|^^^${code}||${value}|${unit}|||||F`),
  ].join('\r')
}

const addMessage = async (client: Client, equipment: number, sender: string, at: Date, rows: readonly Sent[], isControl: boolean) => {
  const control = `${sender}-${at.getTime()}`
  const body = Buffer.from(messageOf(sender, control, at, rows))
  const { rows: made } = await client.query<{ id: string }>(
    `insert into lab_messages (equipment_id, direction, protocol, peer, body, digest, control_id, message_type, state, answer, at, processed_at)
     values ($1, 'in', 'hl7', '', $2, $3, $4, 'ORU^R01', $5::lab_message_state, 'AA', $6, $6) returning id`,
    [equipment, body, createHash('sha256').update(body).digest(), control, isControl ? 'control' : 'inbox', at],
  )
  const { rows: results } = await client.query<{ id: string }>(
    `insert into lab_message_results (message_id, position, accession, code, value, unit, status, observed_at, state, reason)
     select $1, place, accession, code, value, unit, 'final', $2, state::lab_inbox_state, reason
     from json_to_recordset($3::json) x (place integer, accession text, code text, value text, unit text, state text, reason text) order by place returning id`,
    [made[0]!.id, at, JSON.stringify(rows.map((row, place) => ({ place, ...row })))],
  )
  return results.map(({ id }) => id)
}

const addControls = async (client: Client, equipment: number, now: Date) => {
  const rng = random('controls')
  await client.query(
    `insert into lab_controls (equipment_id, panel_id, lot, level, mean, sd) select $1, p.id, $2, w.level, w.mean, w.sd
     from json_to_recordset($3::json) w (panel text, level text, mean numeric, sd numeric) join lab_panels p on p.code = w.panel`,
    [equipment, LOT, JSON.stringify(controls)],
  )
  for (let day = CONTROL_DAYS; day >= 0; day--) {
    const at = new Date(now.getTime() - day * DAY - 2 * 3_600_000)
    const measured = controls.map((control) => {
      // A reagent that grew old was changed a week ago.
      const drift = day < 14 && day > 7 && control.panel === 'WBC' ? (14 - day) * 0.35 : 0
      return { ...control, value: rng.normal(control.mean + drift * control.sd, control.sd * 0.8).toFixed(control.panel === 'HB' ? 0 : 2) }
    })
    const rows = measured.map(({ panel, value }) => ({
      accession: LOT,
      code: called[panel] ?? panel,
      value,
      unit: panel === 'HB' ? 'g/L' : '10*9/L',
      state: 'control' as const,
      reason: '',
    }))
    const ids = await addMessage(client, equipment, counter.sender, at, rows, true)
    await client.query(
      `insert into lab_control_results (message_result_id, equipment_id, panel_id, lot, level, value, result, unit, measured_at)
       select w.id, $1, p.id, $2, w.level, w.value, w.value::text, w.unit, $3
       from json_to_recordset($4::json) w (id bigint, panel text, level text, value numeric, unit text) join lab_panels p on p.code = w.panel`,
      [
        equipment,
        LOT,
        at,
        JSON.stringify(measured.map(({ panel, level, value }, i) => ({ id: ids[i], panel, level, value, unit: rows[i]!.unit }))),
      ],
    )
  }
}

/** Two instruments with their codes, a month of controls, and results that wait in the inbox because nobody may guess what they are. */
export const loadAnalysers = async (client: Client, now: Date): Promise<void> => {
  const seen = new Date(now.getTime() - 12 * 60_000)
  const blood = await addEquipment(client, counter, 'hl7', seen)
  const serum = await addEquipment(client, chemistry, 'hl7', seen)
  await addControls(client, blood, now)
  await addMessage(
    client,
    blood,
    counter.sender,
    seen,
    [
      { accession: 'S-0000-77', code: 'HGB', value: '118', unit: 'g/L', state: 'waiting', reason: noSample('S-0000-77') },
      { accession: 'S-0000-77', code: 'WBC', value: '9.1', unit: '10*9/L', state: 'waiting', reason: noSample('S-0000-77') },
    ],
    false,
  )
  await addMessage(
    client,
    serum,
    chemistry.sender,
    seen,
    [
      {
        accession: 'S-0000-81',
        code: 'CK-MB',
        value: '14',
        unit: 'U/L',
        state: 'waiting',
        reason: JSON.stringify({ text: 'Code {code} is not in the code map of the analyser.', values: { code: 'CK-MB' } }),
      },
    ],
    false,
  )
}
