import type { Prepared } from '../prepared.ts'
import type { Found } from '../mention.ts'
import { linesOf, type Piece } from './pieces.ts'

/** Towns that stand after the name of a facility: East Africa's, and capitals elsewhere in Africa and India. */
const TOWNS = new Set(
  `nairobi mombasa kisumu nakuru eldoret thika malindi kitale garissa kakamega kisii nyeri meru embu machakos kericho naivasha nanyuki isiolo
   bungoma busia siaya migori kilifi voi lamu marsabit lodwar kapenguria kabarnet narok kajiado bomet nyamira homa-bay chuka kerugoya muranga
   kiambu ruiru limuru athi kitui wajir mandera moyale maralal webuye mumias vihiga rongai kikuyu
   kampala entebbe jinja mbarara gulu mbale masaka arua lira soroti tororo hoima kabale
   dodoma arusha mwanza moshi tanga morogoro mbeya zanzibar iringa kigoma tabora bukoba musoma songea
   kigali butare musanze bujumbura gitega juba malakal wau addis mekelle hawassa gondar
   mogadishu hargeisa lusaka ndola kitwe lilongwe blantyre mzuzu harare bulawayo maputo beira windhoek gaborone
   johannesburg pretoria durban lagos abuja ibadan kano accra kumasi freetown monrovia dakar bamako kinshasa goma bukavu lubumbashi
   yaounde douala khartoum cairo delhi mumbai chennai hyderabad vellore bangalore pune`
    .trim()
    .split(/\s+/),
)

/** The words a name of a facility ends with, of two words where the first alone says nothing. */
const KINDS = new Map<string, readonly string[]>([
  ['hospital', []],
  ['hosp', []],
  ['hospice', []],
  ['infirmary', []],
  ['dispensary', []],
  ['clinic', []],
  ['centre', ['health', 'medical', 'healthcare', 'care', 'dental', 'eye', 'diagnostic', 'imaging', 'trauma']],
  ['center', ['health', 'medical', 'healthcare', 'care', 'dental', 'eye', 'diagnostic', 'imaging', 'trauma']],
  ['home', ['nursing', 'maternity']],
  ['college', ['medical']],
  ['laboratory', []],
  ['laboratories', []],
  ['polyclinic', []],
])
const words = (text: string) => new Set(text.split(' '))
/** Nothing of a name, wherever they stand and however they are written (a line may be all in capitals). */
const STOPS = words(
  'a an the this that our your his her their my to at in from by with for or was is were has had been on as into via per no not any each ' +
    'referred refer referral-to admitted seen visited attended attends transferred transfer discharged presented sent back went come came ' +
    'patient pt name facility dear dr prof doctor date ward bed reason since follow up review tca rtc next nearest local same private public another other previous ' +
    'delivered born treated managed reviewed operated diagnosed done he she they i we you and if when after before then also new old certified accredited approved licensed',
)
/** What says which kind of facility or which of its rooms, and not which one. */
const KINDLY = words(
  'hospital clinic health centre center medical general county district sub subcounty provincial regional national referral teaching university mission ' +
    'private public community level one two three four five outpatient inpatient outpatients opd mopc sopc gopc popc anc antenatal postnatal pnc mch eye dental ent ' +
    'surgical orthopaedic orthopedic paediatric pediatric gynae gynaecology gynecology chest tb hiv art ccc comprehensive care diabetic diabetes ' +
    'hypertension hypertensive cardiac renal oncology cancer skin dermatology psychiatric psychiatry mental family planning fp well baby child children women ' +
    'maternity nursing home day night special consultant main satellite rural urban city town municipal army police base field mobile village ' +
    'laboratory pathology reference diagnostic imaging radiology medicine internal emergency casualty theatre staff school hosp cwc immunisation immunization vaccination physiotherapy nutrition asthma epilepsy sickle cell haematology',
)
const LONGEST = 8
const isCapital = ({ kind, raw }: Piece) => kind === 'word' && /^\p{Lu}/u.test(raw)
const NUMBERED = words('no number nr id file reg registration course stay admission visit card policy fee bill code day days staff hours')

/** Where the name begins that ends with the piece at `last`: words with capitals, joined by of, and, & or hyphens. */
const beginOf = (pieces: readonly Piece[], last: number): number => {
  let begin = last
  for (let at = last - 1; at >= 0 && last - at <= LONGEST + 4; at--) {
    const piece = pieces[at]!
    const gap = pieces[at + 1]!.start - piece.end
    if (gap > 2) break
    if (KINDS.has(piece.text) && isCapital(piece)) break
    const isLady = piece.text === 'our' && pieces[at + 1]?.text === 'lady'
    if (isCapital(piece) && (isLady || !STOPS.has(piece.text))) {
      begin = at
      continue
    }
    const isLevel = piece.kind === 'number' && pieces[at - 1]?.text === 'level' && /^[1-6]$/.test(piece.raw)
    const isSaint = piece.raw === '.' && /^(st|mt|dr)$/.test(pieces[at - 1]?.text ?? '') && isCapital(pieces[at - 1]!)
    const isOwner = /^['’]$/.test(piece.raw) && gap === 0
    const isOwned = piece.raw === 's' && /^['’]$/.test(pieces[at - 1]?.raw ?? '')
    const isHyphen = piece.raw === '-' && gap === 0 && pieces[at - 1]?.end === piece.start
    const isJoin = (piece.text === 'of' || piece.text === 'and' || piece.raw === '&') && at > 0 && isCapital(pieces[at - 1]!)
    if (!(isLevel || isSaint || isOwner || isOwned || isHyphen || isJoin)) break
  }
  return begin
}

/** After the name: `, Nairobi` where it is a town that is known. */
const townAfter = (pieces: readonly Piece[], last: number): number => {
  const isTown = pieces[last + 1]?.raw === ',' && pieces[last + 2] && isCapital(pieces[last + 2]!) && TOWNS.has(pieces[last + 2]!.text)
  return isTown ? last + 2 : last
}

const facilityAt = (text: string, pieces: readonly Piece[], at: number): Found | null => {
  const piece = pieces[at]!
  const before = KINDS.get(piece.text)
  if (!before || !isCapital(piece)) return null
  if (before.length > 0 && !before.includes(pieces[at - 1]?.text ?? '')) return null
  if (NUMBERED.has(pieces[at + 1]?.text ?? '')) return null
  const begin = beginOf(pieces, at)
  // G6PD Clinic
  if (/[\p{L}\d]/u.test(text.slice(Math.max(0, pieces[begin]!.start - 1), pieces[begin]!.start))) return null
  const name = pieces.slice(begin, at).filter(({ kind }) => kind === 'word')
  if (name.every(({ text, raw }) => KINDLY.has(text) || raw.length < 2 || text === 'of' || text === 'and')) return null
  const end = pieces[townAfter(pieces, at)]!.end
  const start = pieces[begin]!.start
  const written = text.slice(start, end)
  const isAllCapitals = written === written.toUpperCase()
  return { type: 'facility', start, end, value: written.replaceAll(/\s+/g, ' '), way: isAllCapitals ? 'capitals' : 'name' }
}

/** Hospitals, health centres, dispensaries, clinics, laboratories that are named; `value` is the name as it is written. */
export const findFacilities = ({ text }: Prepared): Found[] => {
  const found: Found[] = []
  for (const { pieces } of linesOf(text))
    for (let at = 0; at < pieces.length; at++) {
      const facility = facilityAt(text, pieces, at)
      const last = found.at(-1)
      if (facility && (!last || facility.start >= last.end)) found.push(facility)
    }
  return found
}
