import { TextInput } from '@mantine/core'
import type { InsuranceCompany } from '#features/insurance/contract.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { createPriceList, type PriceList, updatePriceList } from '../contract.ts'
import { coPayBody, CoPayFields, type CoPayValues, coPayValues } from './co-pay-fields.tsx'
import { type CoPay, noCoPay } from './co-pay.ts'

interface Values extends CoPayValues {
  name: string
  unlisted: 'patient' | 'insurer'
}

const valuesOf = ({ name, covers_unlisted, ...coPay }: Pick<PriceList, 'name' | 'covers_unlisted'> & CoPay): Values => ({
  name,
  ...coPayValues(coPay),
  unlisted: covers_unlisted ? 'insurer' : 'patient',
})
const bodyOf = (values: Values) => ({ name: values.name, ...coPayBody(values), covers_unlisted: values.unlisted === 'insurer' })

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput label={t('List name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
    <CoPayFields form={form} none={t('None')} />
    <div>
      <ChoiceField
        label={t('Unlisted items')}
        data={[
          { value: 'patient', label: t('The patient pays') },
          { value: 'insurer', label: t('Covered at the cash price') },
        ]}
        value={form.values.unlisted}
        onChange={(unlisted) => form.setFieldValue('unlisted', unlisted)}
      />
    </div>
  </>
)

interface Props {
  /** Null starts the list of the insurer. */
  list: PriceList | null
  insurer?: InsuranceCompany
  onStarted?: (list: PriceList) => void
  onClose: () => void
}

/** Starts the price list of an insurer, or changes what counts for a whole list: its name, the co-pay, what is not on it. */
export const PriceListDialog = ({ list, insurer, onStarted, onClose }: Props) => {
  const name = insurer?.name ?? ''
  return (
    <RecordDialog
      row={list}
      create={createPriceList}
      update={updatePriceList}
      add={t('Price list of {name}', { name })}
      save={t('Create list')}
      title={t('Settings of {name}', { name: list?.name })}
      size="lg"
      name={(one) => one.name}
      message={(saved) => (list ? t('{name} saved.', { name: saved.name }) : t('The price list of {name} is created.', { name }))}
      values={(row) => valuesOf(row ?? { name, covers_unlisted: false, ...noCoPay })}
      toBody={bodyOf}
      toNewBody={(values) => ({ ...bodyOf(values), insurance_company: insurer?.id ?? Number.NaN })}
      warning={t(
        'The insurer then covers nothing: its patients pay the cash price themselves. Prices are kept for when the list is reactivated.',
      )}
      labels={{ name: t('List name') }}
      onClose={onClose}
      onAdded={onStarted}
    >
      {(form) => <Fields form={form} />}
    </RecordDialog>
  )
}
