import type { IdentityField, Strength } from '../contract.ts'

export interface Label {
  field: IdentityField | 'first name' | 'last name' | 'age and sex'
  strength: Strength
  /** Identifiers: which one. */
  kind?: string
  /** Folded, blanks as they come. */
  words: string
  /** What must stand between label and value: `colon` for words that sentences have too. */
  between: 'colon' | 'any'
  /** Only where a line or a column begins, for words that follow others ("Drug name:"). */
  opens?: boolean
}

const OF_PATIENT = "(?:patients?(?:'s|s')?|pt(?:'s)?|client(?:'s)?|child(?:'s)?|baby(?:'s)?|infant(?:'s)?)"
const NO = '(?:no|nos?|number|num|nr|n°|nº|#|code)'

/** Labels of forms in English, French and Swahili; the first that fits a place counts. */
export const labels: readonly Label[] = [
  {
    field: 'name',
    strength: 'patient',
    words: String.raw`${OF_PATIENT} (?:full )?names?|names? of (?:the )?(?:patient|client|child|infant)|nom (?:complet )?d(?:u|e la) (?:patiente?|malade)|nom de l'enfant|jina (?:kamili )?la (?:mgonjwa|mteja|mtoto)`,
    between: 'any',
  },
  {
    field: 'last name',
    strength: 'plain',
    words: String.raw`(?:${OF_PATIENT} )?(?:surname|last name|family name)|nom de famille`,
    between: 'any',
  },
  {
    field: 'first name',
    strength: 'plain',
    words: String.raw`(?:${OF_PATIENT} )?(?:first|given|other|middle|fore) ?names?(?:\(s\))?|prenoms?`,
    between: 'any',
  },
  {
    field: 'birth',
    strength: 'patient',
    words: String.raw`d\.? ?o\.? ?b\.?|date of birth|birth ?date|born(?: on)?|nee?(?:\(e\))?\.? le|date de naissance|d\.?d\.?n\.?|tarehe ya kuzaliwa|alizaliwa`,
    between: 'any',
  },
  {
    field: 'age and sex',
    strength: 'patient',
    words: String.raw`age ?[/&,-] ?(?:sex|gender)|(?:sex|gender) ?[/&,-] ?age|age et sexe|umri\/jinsia`,
    between: 'any',
  },
  { field: 'age', strength: 'patient', words: 'age[ds]?|umri', between: 'any' },
  { field: 'sex', strength: 'patient', words: 'sex|gender|sexe|genre|jinsia', between: 'any' },
  {
    field: 'number',
    strength: 'patient',
    words: String.raw`(?:${OF_PATIENT}|unique patient|medical record|hospital|record|file|folder|chart|card|opd?\/ipd?|ipd?\/opd?|opd?|ipd?|in-?patient|out-?patient|reg(?:istration)?|clinic|client) ?\.? ?(?:id ${NO}|id|${NO})|m\.?r\.?n\.?|uhid|upn|pid|emr ${NO}|numero (?:de )?(?:dossier|patient)|(?:no|n°) (?:de )?dossier|dossier ${NO}|namba ya (?:mgonjwa|faili)`,
    between: 'any',
  },
  {
    field: 'identifier',
    kind: 'national id',
    strength: 'patient',
    words: String.raw`national (?:id|identity|identification)(?: card)?(?: ${NO})?|kitambulisho(?: cha taifa)?|carte d'identite(?: nationale)?|cni`,
    between: 'any',
  },
  { field: 'identifier', kind: 'passport', strength: 'patient', words: String.raw`passe?port(?: ${NO})?`, between: 'any' },
  {
    field: 'identifier',
    kind: 'birth certificate',
    strength: 'patient',
    words: String.raw`birth cert(?:ificate)?(?: ${NO})?`,
    between: 'any',
  },
  { field: 'identifier', strength: 'plain', words: String.raw`(?:id|identity)(?: card)? ${NO}|id`, between: 'any' },
  {
    field: 'identifier',
    strength: 'plain',
    words: String.raw`(?:nhif|sha|shif|scheme|member(?:ship)?|insurance|policy) ?${NO}`,
    between: 'any',
  },
  {
    field: 'phone',
    strength: 'plain',
    words: String.raw`(?:${OF_PATIENT} )?(?:tel(?:ephone)?|phone|mobile|cell(?:phone)?|simu|contacts?)(?: ?${NO})?`,
    between: 'any',
  },
  {
    field: 'name',
    strength: 'plain',
    words: String.raw`(?:full )?names?(?: in full)?|nom(?: et prenoms?)?|noms?|jina(?: kamili)?`,
    between: 'colon',
    opens: true,
  },
  { field: 'name', strength: 'plain', words: String.raw`patient|client|pt|mgonjwa|malade|patiente`, between: 'colon', opens: true },
]

/** One expression for all of them; group `lN` says which. */
export const anyLabel = new RegExp(
  String.raw`(?<![\p{L}\d'/-])(?:${labels.map(({ words }, at) => `(?<l${at}>${words.replaceAll(' ', String.raw`[ \t]{1,3}`).replaceAll(String.raw`[ \t]{1,3}?`, String.raw`[ \t]{0,3}`)})`).join('|')})(?![\p{L}'/-])`,
  'gu',
)
