import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

interface Props {
  /** In millimetres. */
  width: number
  height: number
}
const isSize = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= 150

/** A sample's label as large as it will be, with an example on it; nothing while the size is none. */
export const LabelPreview = ({ width, height }: Props) => {
  if (!isSize(width, 30) || !isSize(height, 15)) return null
  return (
    <figure className="lc-label-figure">
      <div className="lc-label num" style={{ width: `${width}mm`, height: `${height}mm` }}>
        <strong>{t('Name of the patient')}</strong>
        <span>{date(today())}</span>
        <span className="lc-label-bars" aria-hidden />
        <span>26-000123 · EDTA</span>
      </div>
      <figcaption className="small t3 num">{t('{{width}} × {{height}} mm, in its true size', { width, height })}</figcaption>
    </figure>
  )
}
