/** How urgent a finding makes a patient: the level of a five-level scale. */
export type Urgency = 1 | 2 | 3

const ETAT = 'WHO ETAT 2005, updated 2016 (mapping: PLOS Digital Health 2024, PMC11293692)'
const IMCI = 'WHO IMCI chart booklet: general danger signs'
const YOUNG = 'WHO IMCI, young infant 0-59 days (Pediatrics 2024, suppl. 1)'

/** A sign that a nurse looks for in a child. */
export interface DangerSign {
  key: string
  label: string
  urgency: Urgency
  source: string
  /** Whole months of age until which it is asked for; null: as long as danger signs are. */
  until_months: number | null
  /** In the first two months it is more urgent. */
  infant?: { urgency: Urgency; source: string }
}

const sign = <K extends string>(
  key: K,
  label: string,
  urgency: Urgency,
  source: string,
  { until_months = null, infant }: Partial<Pick<DangerSign, 'until_months' | 'infant'>> = {},
): DangerSign & { key: K } => ({ key, label, urgency, source, until_months, ...(infant && { infant }) })

/** Danger signs are looked for in everybody who is younger than this, in whole months. */
export const DANGER_SIGNS_UNTIL_MONTHS = 16 * 12
const IMCI_UNTIL_MONTHS = 60
const INFANT_MONTHS = 2

/**
 * The danger signs of children. ETAT emergency signs are level 1 and its priority signs level 3; a general danger sign of IMCI asks for
 * urgent treatment or referral: level 2. The sources have three groups; how these map to five levels is a setting of this program, which a
 * clinical lead has still to confirm.
 */
export const dangerSigns = [
  sign('airway', 'Not breathing, gasping or obstructed airway', 1, ETAT),
  sign('cyanosis', 'Central cyanosis', 1, ETAT),
  sign('severe_distress', 'Severe respiratory distress, grunting or stridor', 1, ETAT),
  sign('shock', 'Shock: cold skin, refill over 3 s, weak fast pulse', 1, ETAT),
  sign('convulsing', 'Convulsing now', 1, ETAT),
  sign('severe_dehydration', 'Severe dehydration: two of lethargic, sunken eyes, drinks poorly, very slow pinch', 1, ETAT),
  sign('not_feeding', 'Cannot drink or breastfeed', 2, IMCI, { until_months: IMCI_UNTIL_MONTHS }),
  sign('vomits_everything', 'Vomits everything', 2, IMCI, { until_months: IMCI_UNTIL_MONTHS }),
  sign('had_convulsions', 'Convulsions in this illness', 2, IMCI, { until_months: IMCI_UNTIL_MONTHS }),
  sign('lethargic', 'Lethargic or unconscious', 2, IMCI, { until_months: IMCI_UNTIL_MONTHS }),
  sign('no_movement', 'Moves only when stimulated', 2, YOUNG, { until_months: INFANT_MONTHS }),
  sign('indrawing', 'Chest indrawing', 3, ETAT, { infant: { urgency: 2, source: YOUNG } }),
  sign('restless', 'Restless or continuously irritable', 3, ETAT),
  sign('pallor', 'Severe pallor', 3, ETAT),
  sign('poisoning', 'Poisoning', 3, ETAT),
  sign('trauma', 'Trauma or urgent surgery', 3, ETAT),
  sign('burn', 'Major burn', 3, ETAT),
  sign('wasting', 'Visible severe wasting', 3, ETAT),
  sign('oedema', 'Oedema of both feet', 3, ETAT),
  sign('referral', 'Referred urgently', 3, ETAT),
]

export type DangerSignKey = (typeof dangerSigns)[number]['key']
export const dangerSignKeys = dangerSigns.map(({ key }) => key)

/** True where danger signs are looked for: in children, and in a patient whose age is not known. */
export const asksDangerSigns = (months: number | null) => months === null || months < DANGER_SIGNS_UNTIL_MONTHS

/** The signs that are looked for at this age; all of them where the age is not known. */
export const dangerSignsAt = (months: number | null): readonly DangerSign[] =>
  dangerSigns.filter(({ until_months }) => months === null || until_months === null || months < until_months)

export const findDangerSign = (key: string): DangerSign | undefined => dangerSigns.find((one) => one.key === key)

/** How urgent a sign is at this age, and by which source. */
export const urgencyOfSign = (found: DangerSign, months: number | null): { urgency: Urgency; source: string } =>
  found.infant && months !== null && months < INFANT_MONTHS ? found.infant : found
