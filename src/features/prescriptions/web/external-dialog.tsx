import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { externalForms, formInName, type ExternalForm } from '#features/drugs/rules.ts'
import { createExternalDrug, type PrescribableItem } from '../contract-writing.ts'

interface Props {
  /** As it was typed into the search. */
  name: string
  onNamed: (drug: PrescribableItem) => void
  onClose: () => void
}

const formWords = (): Readonly<Record<ExternalForm, string>> => ({
  tablet: t('Tablet'),
  capsule: t('Capsule'),
  syrup: t('Syrup'),
  suspension: t('Suspension'),
  solution: t('Solution'),
  'oral drops': t('Oral drops'),
  injection: t('Injection'),
  cream: t('Cream'),
  ointment: t('Ointment'),
  gel: t('Gel'),
  lotion: t('Lotion'),
  'eye drops': t('Eye drops'),
  'eye ointment': t('Eye ointment'),
  'ear drops': t('Ear drops'),
  'nasal spray': t('Nasal spray'),
  inhaler: t('Inhaler'),
  suppository: t('Suppository'),
  pessary: t('Pessary'),
  sachet: t('Sachet'),
  patch: t('Patch'),
  lozenge: t('Lozenge'),
  mouthwash: t('Mouthwash'),
  shampoo: t('Shampoo'),
  powder: t('Powder'),
  other: t('Other form'),
})

interface Values extends Record<string, unknown> {
  name: string
  generic: string
  strength: string
  /** Empty until it is chosen: one that was not chosen would be printed as if it were meant. */
  form: ExternalForm | ''
}
const blank = (name: string): Values => ({ name, generic: '', strength: '', form: formInName(name) ?? '' })

/** Names a drug that is not in the catalogue, to be prescribed like the others and obtained elsewhere. */
export const ExternalDialog = ({ name, onNamed, onClose }: Props) => {
  const endpointForm = useEndpointForm(createExternalDrug, {
    initialValues: blank(name),
    boxOf: (path) => path.replace(/^substances.*/, 'generic'),
    toBody: ({ generic, strength, form, ...drug }) => {
      const substances = generic.split(/[,;+]/).flatMap((one) => one.trim() || [])
      return {
        ...drug,
        form: form as ExternalForm,
        ...(strength.trim() !== '' && { strength }),
        ...(substances.length > 0 && { substances }),
      }
    },
    onSaved: onNamed,
  })
  const { form } = endpointForm
  const words = formWords()
  return (
    <Modal opened onClose={onClose} size="md" title={t('External drug')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Add drug')} onCancel={onClose}>
        <p className="t2">{t('Printed on the prescription for another pharmacy. It is not dispensed or billed here.')}</p>
        <TextInput label={t('Name')} required autoComplete="off" maxLength={80} data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={t('Generic name')}
          description={t('For a brand name: the safety check uses it. Separate several with a comma.')}
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('generic')}
        />
        <div className="section-grid">
          <TextInput
            label={t('Strength')}
            placeholder={t('500 mg or 125 mg/5 ml')}
            autoComplete="off"
            maxLength={40}
            {...form.getInputProps('strength')}
          />
          <NativeSelect
            label={t('Form')}
            required
            data={[
              { value: '', label: t('Select') },
              ...(Object.keys(externalForms) as ExternalForm[]).map((value) => ({ value, label: words[value] })),
            ]}
            {...form.getInputProps('form')}
          />
        </div>
      </EndpointForm>
    </Modal>
  )
}
