import { ActionIcon, Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconX } from '@tabler/icons-react'
import { getItem, listItems } from '#features/catalogue/contract.ts'
import { listDoctors } from '#features/users/contract.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { fullName, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import type { SettingsValues } from './settings-values.ts'
import styles from './settings.module.css'

interface KnownFee {
  doctor: number
  doctor_name: string
  item: number
  item_name: string
}
interface Choice {
  value: string
  label: string
}
interface Props {
  form: FormOf<SettingsValues>
  /** The fees that are kept now, with the names of people and items that lists may not have. */
  known: readonly KnownFee[]
}

const MANY = 100

const withKnown = (choices: readonly Choice[], known: readonly Choice[]): Choice[] => {
  const values = new Set(choices.map(({ value }) => value))
  return [...choices, ...known.filter(({ value }, at) => !values.has(value) && known.findIndex((one) => one.value === value) === at)]
}

/** The items that a consultation can be charged with; the chosen one too when it is of another kind or out of use. */
const useConsultations = (chosen: string, known: readonly KnownFee[]) => {
  const { data } = useQuery(query(listItems, { query: { category: 'consultation', active: 'true', limit: MANY } }))
  const isMissing = chosen !== '' && data !== undefined && !data.some(({ id }) => String(id) === chosen)
  const { data: other } = useQuery({ ...query(getItem, { params: { id: Number(chosen) } }), enabled: isMissing })
  const all = [...(data ?? []), ...(isMissing && other ? [other] : [])]
  const choices = all.map(({ id, name, price }) => ({
    value: String(id),
    label: `${name} · ${price === null ? t('no price yet') : money(price)}`,
  }))
  const item = all.find(({ id }) => String(id) === chosen)
  return {
    isEmpty: data?.length === 0,
    choices: withKnown(
      choices,
      known.map((fee) => ({ value: String(fee.item), label: fee.item_name })),
    ),
    isUnpriced: item !== undefined && item.price === null,
  }
}

const useDoctorChoices = (known: readonly KnownFee[]) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listDoctors), enabled: can(listDoctors) })
  return {
    mayAdd: can(listDoctors),
    choices: withKnown(
      data.map((doctor) => ({ value: String(doctor.id), label: fullName({ ...doctor, second_name: null }) })),
      known.map((fee) => ({ value: String(fee.doctor), label: fee.doctor_name })),
    ),
  }
}

/** What a visit with a doctor is charged, and the doctors with a fee of their own. */
export const ConsultationFees = ({ form, known }: Props) => {
  const { getInputProps, values, setFieldValue } = form
  const fees = values.doctor_fees
  const items = useConsultations(values.consultation_item, known)
  const doctors = useDoctorChoices(known)
  const taken = new Set(fees.map(({ doctor }) => doctor))
  const doctorsFor = (doctor: string) => doctors.choices.filter(({ value }) => value === doctor || !taken.has(value))
  return (
    <section className="section" aria-label={t('Consultation fees')}>
      <h2>{t('Consultation fees')}</h2>
      <p>{t('When a visit with a doctor starts, this is charged by itself.')}</p>
      <div className="form-stack">
        {items.isEmpty && (
          <Note tone="attention">{t('The catalogue has no consultation yet. Add one with its price, then choose it here.')}</Note>
        )}
        <Select
          className={styles.feeItem}
          label={t('A consultation is charged as')}
          placeholder={t('nothing: consultations are free')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={items.choices}
          {...getInputProps('consultation_item')}
          value={values.consultation_item || null}
          onChange={(item) => setFieldValue('consultation_item', item ?? '')}
        />
        {items.isUnpriced && (
          <Note tone="attention">{t('This item has no cash price yet: it is charged with nothing until it has one.')}</Note>
        )}
        <div>
          <h3 className="label">{t('Doctors with a fee of their own')}</h3>
          {fees.length === 0 && <div className="t3">{t('None: every doctor costs the same.')}</div>}
          <ul className={`stack ${styles.fees}`} aria-label={t('Doctors with a fee of their own')}>
            {fees.map(({ doctor, item }, at) => (
              <li key={`${fees.length}-${at}`}>
                <Select
                  aria-label={t('Doctor {{n}}', { n: at + 1 })}
                  placeholder={t('Doctor')}
                  searchable
                  allowDeselect={false}
                  data={doctorsFor(doctor)}
                  {...getInputProps(`doctor_fees.${at}.doctor`)}
                  value={doctor || null}
                />
                <Select
                  aria-label={t('Fee of doctor {{n}}', { n: at + 1 })}
                  placeholder={t('Item of the catalogue')}
                  searchable
                  allowDeselect={false}
                  data={items.choices}
                  {...getInputProps(`doctor_fees.${at}.item`)}
                  value={item || null}
                />
                <ActionIcon aria-label={t('Remove fee {{n}}', { n: at + 1 })} onClick={() => form.removeListItem('doctor_fees', at)}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          {doctors.mayAdd && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('doctor_fees', { doctor: '', item: '' })}
            >
              {t('Add a doctor’s own fee')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
