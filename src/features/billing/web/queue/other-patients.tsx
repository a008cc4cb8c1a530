import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { factsOf } from '#web/searches/patient-search.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { BillSearch } from './use-bill-search.ts'

interface Props {
  of: BillSearch
  mayAdd: boolean
  onCustomer: () => void
}

/** Whom else the typed name may mean: patients who are not in the house, or a customer who is no patient. */
export const OtherPatients = ({ of: { others, failure, open }, mayAdd, onCustomer }: Props) => (
  <section className="section" aria-label={t('Somebody else')}>
    <h2>{t('Somebody else')}</h2>
    {failure && <Note tone="critical">{failure}</Note>}
    <ul className="till-others">
      {others.map((patient) => (
        <li key={patient.id}>
          <button type="button" className="plain till-other" onClick={() => open(patient)}>
            <bdi className="strong">{nameOf(patient)}</bdi>
            <span className="small t3 num">{factsOf(patient)}</span>
            <ListedAllergies patient={patient.id} />
          </button>
        </li>
      ))}
      {mayAdd && (
        <li>
          <Button leftSection={<IconUserQuestion size={16} aria-hidden />} onClick={onCustomer}>
            {t('Bill for a customer who is no patient')}
          </Button>
        </li>
      )}
    </ul>
  </section>
)
