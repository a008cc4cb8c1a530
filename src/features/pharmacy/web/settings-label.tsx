import { useClinic } from '#web/calls/clinic.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

interface Props {
  /** In millimetres. */
  width: number
  height: number
  note: string
}

const isSize = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most

/** The paper of a label as large as it will be, with an example on it; nothing while the size is none. */
export const LabelPreview = ({ width, height, note }: Props) => {
  const clinic = useClinic()
  if (!isSize(width, 40, 150) || !isSize(height, 25, 150)) return null
  return (
    <figure className="ph-label-figure">
      <div className="ph-label" style={{ width: `${width}mm`, height: `${height}mm` }}>
        <p className="ph-label-drug">{t('Amoxicillin 500 mg capsule')} × 21</p>
        <p className="ph-label-words">{t('Take 1 capsule three times a day for 7 days')}</p>
        <p className="ph-label-small">
          {t('Name of the patient')} · {date(today())}
        </p>
        <p className="ph-label-small ph-label-note">{[clinic?.name, note].filter(Boolean).join(' · ')}</p>
      </div>
      <figcaption className="small t3 num">{t('{{width}} × {{height}} mm, in its true size', { width, height })}</figcaption>
    </figure>
  )
}
