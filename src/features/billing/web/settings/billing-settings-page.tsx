import { Select, TextInput, Button, ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, lazy, Suspense } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money, number, fullName } from '#web/text/format.ts'
import { monthName } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Empty } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { getBillingSettings, roundingSteps, updateBillingSettings } from '#features/billing/contract-payments.ts'
import { roundTo } from './rounding-example.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { createTaxClass, listTaxClasses, type TaxClass, getItem, listItems } from '#features/catalogue/contract.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { InUse } from '#web/ui/in-use.tsx'
import styles from './settings.module.css'
import { listDoctors } from '#features/users/contract.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { Note } from '#web/ui/status.tsx'

/** What the boxes of the billing settings hold. */
type SettingsValues = {
  fiscal_year_start_month: string
  rounding_step: string
  tax: 'included' | 'added'
  consultation_item: string
  invoice_note: string
  doctor_fees: { doctor: string; item: string }[]
}

/** The doctors' own fees as they are sent: lines in which nothing is chosen are left out. */
const feesBody = (fees: SettingsValues['doctor_fees']) =>
  fees
    .filter(({ doctor, item }) => doctor !== '' || item !== '')
    .map(({ doctor, item }) => ({ doctor: Number(doctor), item: Number(item) }))

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
const ConsultationFees = ({ form, known }: Props) => {
  const { getInputProps, values, setFieldValue } = form
  const fees = values.doctor_fees
  const items = useConsultations(values.consultation_item, known)
  const doctors = useDoctorChoices(known)
  const taken = new Set(fees.map(({ doctor }) => doctor))
  const doctorsFor = (doctor: string) => doctors.choices.filter(({ value }) => value === doctor || !taken.has(value))
  return (
    <section className="section" aria-label={t('Consultation fees')}>
      <h2>{t('Consultation fees')}</h2>
      <p>{t('Charged automatically when a visit with a doctor starts.')}</p>
      <div className="form-stack">
        {items.isEmpty && (
          <Note tone="attention">{t('The catalogue has no consultation yet. Add one with its price, then choose it here.')}</Note>
        )}
        <Select
          className={styles.feeItem}
          label={t('Consultation item')}
          placeholder={t('none: consultations are free')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={items.choices}
          {...getInputProps('consultation_item')}
          value={values.consultation_item || null}
          onChange={(item) => setFieldValue('consultation_item', item ?? '')}
        />
        {items.isUnpriced && <Note tone="attention">{t('This item has no cash price yet: it is charged at 0.00 until it has one.')}</Note>}
        <div>
          <h3 className="label">{t('Doctors with a fee of their own')}</h3>
          {fees.length === 0 && <div className="t3">{t('None: all doctors have the same fee.')}</div>}
          <ul className={`stack gap-4 ${styles.fees}`} aria-label={t('Doctors with a fee of their own')}>
            {fees.map(({ doctor, item }, at) => (
              <li className="grid items-start gap-4" key={`${fees.length}-${at}`}>
                <Select
                  aria-label={t('Doctor {n}', { n: at + 1 })}
                  placeholder={t('Doctor')}
                  searchable
                  allowDeselect={false}
                  data={doctorsFor(doctor)}
                  {...getInputProps(`doctor_fees.${at}.doctor`)}
                  value={doctor || null}
                />
                <Select
                  aria-label={t('Fee of doctor {n}', { n: at + 1 })}
                  placeholder={t('Catalogue item')}
                  searchable
                  allowDeselect={false}
                  data={items.choices}
                  {...getInputProps(`doctor_fees.${at}.item`)}
                  value={item || null}
                />
                <ActionIcon aria-label={t('Remove fee {n}', { n: at + 1 })} onClick={() => form.removeListItem('doctor_fees', at)}>
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
              {t('Add a doctor’s fee')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

const TaxClassDialog = lazy(async () => ({ default: (await import('./tax-class-dialog.tsx')).TaxClassDialog }))

const Table = ({ classes, onOpen }: { classes: readonly TaxClass[]; onOpen: ((one: TaxClass) => void) | undefined }) => (
  <table className={`k-table ${styles.taxClasses}`} aria-label={t('Tax classes')}>
    <thead>
      <tr>
        <th scope="col">{t('Name')}</th>
        <th scope="col" className="r">
          {t('Rate')}
        </th>
        <th scope="col">{t('Status')}</th>
        {onOpen && (
          <th scope="col">
            <span className="only-heard">{t('Change')}</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {classes.map((one) => (
        <tr key={one.id}>
          <th scope="row" className="names">
            <span className="strong">{one.name}</span>
          </th>
          <td className="r">{number(Number(one.rate))} %</td>
          <td>
            <InUse active={one.is_active} />
          </td>
          {onOpen && (
            <td className="r">
              <Button className="row-button" aria-label={t('Change {name}', one)} onClick={() => onOpen(one)}>
                {t('Change')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The taxes that items may bear: a new rate counts for what is charged from then on. */
const TaxClasses = () => {
  const { can } = useRights()
  const classes = useRows(query(listTaxClasses, { query: {} }))
  const [edited, setEdited] = useState<TaxClass | 'new' | null>(null)
  const mayChange = can(createTaxClass)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('Add tax class')}
    </Button>
  )
  return (
    <section className="section" aria-label={t('Tax classes')}>
      <h2>{t('Tax classes')}</h2>
      <p>{t('Each catalogue item has one. A new rate applies to charges from then on.')}</p>
      <div className="form-stack">
        <FourStates query={classes} isEmpty={(data) => data.length === 0} empty={<Empty title={t('No tax classes yet')} />}>
          {(data) => <Table classes={data} onOpen={mayChange ? setEdited : undefined} />}
        </FourStates>
        {mayChange && <div>{add}</div>}
      </div>
      <Suspense>{edited && <TaxClassDialog taxClass={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}</Suspense>
    </section>
  )
}

type Settings = ResponseOf<typeof getBillingSettings>

const EXAMPLE = '123.37'

const months = () => Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: monthName(at + 1) }))

const valuesOf = (settings: Settings): SettingsValues => ({
  fiscal_year_start_month: String(settings.fiscal_year_start_month),
  rounding_step: settings.rounding_step,
  tax: settings.prices_include_tax ? 'included' : 'added',
  consultation_item: settings.consultation_item === null ? '' : String(settings.consultation_item),
  invoice_note: settings.invoice_note ?? '',
  doctor_fees: settings.doctor_fees.map(({ doctor, item }) => ({ doctor: String(doctor), item: String(item) })),
})

const bodyOf = (values: SettingsValues) => ({
  fiscal_year_start_month: Number(values.fiscal_year_start_month),
  rounding_step: values.rounding_step,
  prices_include_tax: values.tax === 'included',
  consultation_item: values.consultation_item === '' ? null : Number(values.consultation_item),
  invoice_note: values.invoice_note,
  doctor_fees: feesBody(values.doctor_fees),
})

const SettingsForm = ({ settings }: { settings: Settings }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(settings.version)
  const currency = useClinic()?.currency ?? ''
  const saved = useEndpointForm(updateBillingSettings, {
    initialValues: valuesOf(settings),
    boxesOf: valuesOf,
    version,
    draftKey: 'billing-settings',
    toBody: bodyOf,
    onSaved: (now) => {
      setVersion(now.version)
      toast.done(t('Billing settings saved.'))
    },
  })
  const { form } = saved
  const { getInputProps, values, setFieldValue } = form
  const labels = { rounding_step: t('Round patient amount to'), invoice_note: t('Note on bills') }
  return (
    <EndpointForm form={saved} save={t('Save settings')} labels={labels}>
      <FormSection title={t('Bills')} sub={t('Changes apply to new bills; issued bills stay as they are.')}>
        <Select
          label={t('Round patient amount to')}
          description={t('A bill of {before} becomes {after}.', {
            before: money(EXAMPLE),
            after: money(roundTo(EXAMPLE, values.rounding_step)),
          })}
          allowDeselect={false}
          data={roundingSteps.map((step) => ({ value: step, label: `${currency} ${money(step)}` }))}
          {...getInputProps('rounding_step')}
        />
        <Select
          label={t('The fiscal year begins in')}
          description={t('Bill and receipt numbers restart then.')}
          allowDeselect={false}
          searchable
          data={months()}
          {...getInputProps('fiscal_year_start_month')}
        />
        <div>
          <ChoiceField
            label={t('List prices')}
            data={[
              { value: 'included', label: t('Incl. tax') },
              { value: 'added', label: t('Tax is added') },
            ]}
            value={values.tax}
            onChange={(tax) => setFieldValue('tax', tax)}
          />
        </div>
        <TextInput
          className="span-all"
          label={t('Note on bills')}
          description={t('Printed on every bill: how to pay, whom to contact.')}
          maxLength={300}
          {...getInputProps('invoice_note')}
        />
      </FormSection>
      <ConsultationFees form={form} known={settings.doctor_fees} />
    </EndpointForm>
  )
}

/** How the clinic bills: rounding, year, taxes, what a consultation costs. */
export const BillingSettingsPage = () => {
  const settings = useQuery(query(getBillingSettings, { query: {} }))
  return (
    <Page title={t('Billing settings')} sub={t('Rounding, taxes and consultation fees')} narrow>
      <FourStates query={settings}>{(data) => <SettingsForm settings={data} />}</FourStates>
      <TaxClasses />
    </Page>
  )
}
