import { namesOf } from './names.ts'
import { chemistryTests } from './laboratory-chemistry.ts'
import { infectionTests } from './laboratory-infection.ts'
import type { Property } from './units.ts'

/** Cells, clotting and groups of the blood (laboratory-tests.ts says how rows are written). */
const bloodTests = `
haemoglobin; mass=718-7; 1..250; haemoglobin, hemoglobin, haemaglobin, hemaglobin, hb, hgb, hb level, hb conc, haemoglobin concentration, hemoglobin concentration, haemoglobin level, hemoglobin level, haemoglobin estimation, hemoglobine
haematocrit; fraction=4544-3; 0.05..80; haematocrit, hematocrit, hct, pcv, packed cell volume, hematocrite
red cells; number=789-8; 0.3..9000000; rbc, rbcs, red blood cells, red blood cell, red blood cell count, rbc count, red cell count, erythrocytes, total rbc, total rbc count
mean cell volume; length=787-2; 30..180; mcv, mean cell volume, mean corpuscular volume
mean cell haemoglobin; length=785-6; 8..60; mch, mean cell haemoglobin, mean corpuscular haemoglobin, mean corpuscular hemoglobin
mean cell haemoglobin concentration; mass=786-4; 15..500; mchc, mean cell haemoglobin concentration, mean corpuscular haemoglobin concentration, mean corpuscular hemoglobin concentration
red cell width; fraction=788-0; 5..50; rdw, rdw cv, red cell distribution width
red cell width, volume; length=21000-5; 15..150; rdw sd
mean platelet volume; length=32623-1; 3..30; mpv, mean platelet volume
platelet width; length fraction; 3..80; pdw
plateletcrit; fraction; 0.01..3; plateletcrit
white cells; number=6690-2; 0.1..900000; wbc, wbcs, wcc, tlc, white blood cells, white blood cell, white blood cell count, white cell count, wbc count, total wbc, total wbc count, total leucocyte count, total leukocyte count, leucocyte count, leukocyte count, leucocytes, leukocytes, white cells, twbc
platelets; number=777-3; 1..3000000; platelets, platelet, plt, plts, platelet count, platelets count, thrombocytes, plaquettes
neutrophils; number=751-8 fraction=770-8; 0..100000; neutrophils, neutrophil, neutrophil count, absolute neutrophil count, neut, neuts, neu, neutro; ANC
lymphocytes; number=731-0 fraction=736-9; 0..100000; lymphocytes, lymphocyte, lymphocyte count, lymph, lymphs, lym, lymp, lymphocytes absolute
monocytes; number=742-7 fraction=5905-5; 0..50000; monocytes, monocyte, mono, monos; MON
eosinophils; number=711-2 fraction=713-8; 0..100000; eosinophils, eosinophil, eosinophil count, eos, eosin, eosino
basophils; number=704-7 fraction=706-2; 0..20000; basophils, basophil, baso, basos; BAS
granulocytes; number fraction; 0..100000; granulocytes; GRAN, GRA
mixed cells; number fraction; 0..50000; ; MID, MXD
reticulocytes; fraction=17849-1 number; 0..500; reticulocytes, reticulocyte count, retics, retic count
sedimentation rate; rate=4537-7; 0..200; esr, erythrocyte sedimentation rate, sedimentation rate
prothrombin time; time=5902-2; 5..200; prothrombin time, pt time, protime; PT
international normalised ratio; ratio=6301-6; 0.5..20; inr, pt inr, international normalised ratio, international normalized ratio
partial thromboplastin time; time=14979-9; 10..300; aptt, activated partial thromboplastin time, partial thromboplastin time, ptt, pttk
fibrinogen; mass=3255-7; 0.1..1500; fibrinogen
d-dimer; mass; 0.01..100000; d dimer, d dimers
bleeding time; time; 0.5..60; bleeding time
clotting time; time; 0.5..60; clotting time
cd4; number=24467-3; 0..5000; cd 4, cd 4 count, cd 4 cells, cd 4 cell count, cd 4 t cells, cd 4 absolute, absolute cd 4, absolute cd 4 count
sickling test; word; 0..0; sickling test, sickle test, sickle cell test, sickling, sickle cell screen
direct coombs test; word; 0..0; direct coombs test, direct coombs, dct
indirect coombs test; word; 0..0; indirect coombs test, indirect coombs, ict
g6pd; word enzyme; 0..50; g 6 pd, g 6 pd screen
`

export interface LabTest {
  name: string
  /** LOINC by what the result is an amount of; `word` for one in words. */
  codes: Partial<Record<Property | 'word', string>>
  /** The kinds of results it can have. */
  kinds: ReadonlySet<string>
  /** Outside of these (in whatever unit) a number is no result of it. */
  least: number
  most: number
  /** Never without its unit, or beside other tests. */
  isShort: boolean
  /** Only in the results of urine. */
  isUrine: boolean
}

/**
 * `name; kinds with their LOINC; least-most; names; short names`. Kinds: of `Property`, or `word`. Short names are those that mean
 * other things too: with the capitals they are written with, and only with a unit or beside another test.
 */
const parse = (text: string, isUrine: boolean) =>
  text
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', kinds = '', limits = '', names = '', short = ''] = row.split(';').map((part) => part.trim())
      const listed = kinds.split(' ').map((kind) => kind.split('=') as [Property | 'word', string?])
      const [least = '0', most = '0'] = limits.split('..')
      const codes = Object.fromEntries(listed.filter(([, code]) => code)) as LabTest['codes']
      const test = { name, codes, kinds: new Set<string>(listed.map(([kind]) => kind)), least: Number(least), most: Number(most), isUrine }
      return { test, names: list(names), short: list(short) }
    })
const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const rows = [bloodTests, chemistryTests, infectionTests.anywhere]
  .flatMap((text) => parse(text, false))
  .concat(parse(infectionTests.urine, true))

const tests = (isUrine: boolean, isShort: boolean) =>
  namesOf(
    rows
      .filter(({ test }) => test.isUrine === isUrine)
      .flatMap(({ test, names, short }) => (isShort ? short : names).map((name) => [name, { ...test, isShort, written: name }] as const)),
  )

export const testNames = tests(false, false)
export const shortTestNames = tests(false, true)
/** What these words are where another fluid of the body is. */
export const fluidNames = namesOf(
  rows.flatMap(({ test }) =>
    /^csf (protein|glucose)$/.test(test.name) ? [[test.name.slice(4), { ...test, isShort: false, written: '' }] as const] : [],
  ),
)
/** What these words are about where urine is. */
export const urineNames = tests(true, false)
export const allTests: readonly LabTest[] = rows.map(({ test }) => ({ ...test, isShort: false }))
