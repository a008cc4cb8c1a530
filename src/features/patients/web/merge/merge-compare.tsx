import { Radio } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { mergeFields, type MergeField } from '#features/patients/contract-merge.ts'
import { AllergyFlag } from '../allergy-status.tsx'
import { PregnancyFlag } from '../pregnancy-status.tsx'
import { RecordMarks } from '../record-status.tsx'
import { fieldWord, saidIn, type Preview } from './merge-words.ts'

interface Props {
  of: Preview
  take: readonly MergeField[]
  onTake: (take: MergeField[]) => void
}

/** Both people side by side; where they differ, which of the two is right is chosen field by field. */
export const MergeCompare = ({ of: { from, into, differs }, take, onTake }: Props) => {
  const choose = (field: MergeField, isTaken: boolean) => onTake(isTaken ? [...take, field] : take.filter((one) => one !== field))
  const cell = (field: MergeField, which: 'from' | 'into') => {
    const text = saidIn(which === 'from' ? from : into, field)
    if (!differs.includes(field)) return <bdi>{text || <span className="t3">{t('not recorded')}</span>}</bdi>
    return (
      <Radio
        name={`merge-${field}`}
        label={text || t('not recorded')}
        checked={take.includes(field) === (which === 'from')}
        onChange={() => choose(field, which === 'from')}
      />
    )
  }
  return (
    <div className="merge-scroll">
      <table className="k-table merge-compare num" aria-label={t('Both records')}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Stays: {{number}}', { number: into.unique_id })}</th>
            <th scope="col">{t('Is put away: {{number}}', { number: from.unique_id })}</th>
          </tr>
        </thead>
        <tbody>
          {mergeFields.map((field) => (
            <tr key={field}>
              <th scope="row">{fieldWord(field)}</th>
              <td>{cell(field, 'into')}</td>
              <td>{cell(field, 'from')}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Allergies')}</th>
            {[into, from].map(({ id, allergies, allergy_status }) => (
              <td key={id}>
                <AllergyFlag allergies={allergies} status={allergy_status} detailed />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('State of the record')}</th>
            {[into, from].map((patient) => (
              <td key={patient.id}>
                <RecordMarks record={patient} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('Pregnancy')}</th>
            {[into, from].map(({ id, pregnancy }) => (
              <td key={id}>
                <PregnancyFlag pregnancy={pregnancy} detailed />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
