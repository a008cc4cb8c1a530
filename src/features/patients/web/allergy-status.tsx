import { IconHandStop, IconShieldCheck } from '@tabler/icons-react'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'

interface Known {
  substance: string
  severity: string
  reaction?: string | null
  is_intolerance?: boolean
}
interface AllergyStatusOnScreen {
  state: 'recorded' | 'none known' | 'not asked'
  recorded_at: string | null
  recorded_by_name: string | null
}

interface Props {
  allergies: readonly Known[]
  /** Null where the record is restricted: nothing is shown. */
  status: AllergyStatusOnScreen | null
  /** With reactions and how severe each one is: where one patient has the screen. */
  detailed?: boolean
  /** Who recorded that none is known is in the tooltip alone: on the small cards of a board. */
  isShort?: boolean
}

const graveWord = (severity: string) =>
  severity === 'life threatening' ? t('Life threatening') : severity === 'severe' ? t('Severe') : null
const nameOf = ({ substance, severity, reaction, is_intolerance }: Known, isDetailed: boolean | undefined) => {
  const words = [is_intolerance && t('Intolerance'), isDetailed && graveWord(severity)].filter(Boolean).join(', ')
  return `${substance}${isDetailed && reaction ? `: ${reaction}` : ''}${words && ` (${words})`}`
}

/** All allergies of a patient by name, that none is known, or that nobody has asked: the one way in which lists and headers show it. */
export const AllergyFlag = ({ allergies, status, detailed, isShort }: Props) => {
  if (status === null) return null
  const names = allergies.map((one) => nameOf(one, detailed)).join(detailed ? '; ' : ', ')
  if (allergies.length > 0)
    return (
      <Status chip whole tone="allergy" icon={IconHandStop}>
        {allergies.length === 1 ? t('Allergy: {names}', { names }) : t('{n} allergies: {names}', { n: allergies.length, names })}
      </Status>
    )
  if (status.state === 'none known') {
    const by = [status.recorded_by_name, status.recorded_at && date(status.recorded_at)].filter(Boolean).join(', ')
    return (
      <span title={isShort ? by : undefined}>
        <Status whole tone="inactive" icon={IconShieldCheck}>
          {t('No known allergies')}
          {!isShort && ` · ${by}`}
        </Status>
      </span>
    )
  }
  return (
    <Status chip whole tone="attention">
      {t('Allergies not asked')}
    </Status>
  )
}
