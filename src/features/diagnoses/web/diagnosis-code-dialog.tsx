import { Modal, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createDiagnosisCode, MAX_SYNONYMS, updateDiagnosisCode, type DiagnosisCode, type DiagnosisSystem } from '../contract.ts'
import { systemChoices, systemName } from './system-name.tsx'

interface Props {
  /** Null adds one. */
  term: DiagnosisCode | null
  onClose: () => void
}

/** What is typed in the box of the synonyms and was not ended by Enter counts too. */
const useSynonymText = () => {
  const [text, setText] = useState('')
  const withText = <V extends { synonyms: string[] }>(values: V): V => ({
    ...values,
    synonyms: [...values.synonyms, ...text.split(/[|;]/).flatMap((one) => one.trim() || [])],
  })
  return { text, setText, withText }
}

interface WordsProps {
  input: (name: 'title' | 'synonyms') => object
  typing: Pick<ReturnType<typeof useSynonymText>, 'text' | 'setText'>
}

const Words = ({ input, typing }: WordsProps) => (
  <>
    <TextInput label={t('Title')} description={t('What it is called in notes and letters.')} required maxLength={300} {...input('title')} />
    <TagsInput
      label={t('Synonyms')}
      description={t('What people call it too: plain words, short forms, other languages. Enter ends each.')}
      maxTags={MAX_SYNONYMS}
      splitChars={['|', ';']}
      searchValue={typing.text}
      onSearchChange={typing.setText}
      {...input('synonyms')}
    />
  </>
)

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const typing = useSynonymText()
  const added = useEndpointForm(createDiagnosisCode, {
    toBody: (values) => ({ ...typing.withText(values), system: values.system as DiagnosisSystem }),
    initialValues: { system: 'icd-10', code: '', title: '', synonyms: [] as string[] },
    onSaved: ({ title }) => {
      toast.done(t('{{name}} is added.', { name: title }))
      onClose()
    },
  })
  const { form } = added
  const needsCode = form.values.system !== 'local'
  return (
    <EndpointForm of={added} save={t('Add diagnosis')} onCancel={onClose}>
      <Select label={t('Classification')} required allowDeselect={false} data={systemChoices()} {...form.getInputProps('system')} />
      <TextInput
        label={t('Code')}
        description={needsCode ? undefined : t('What you call it in short, if you do.')}
        required={needsCode}
        maxLength={60}
        data-autofocus
        {...form.getInputProps('code')}
      />
      <Words input={(name) => form.getInputProps(name)} typing={typing} />
    </EndpointForm>
  )
}

const EditForm = ({ term, onClose }: { term: DiagnosisCode; onClose: () => void }) => {
  const { id, title, synonyms, version } = term
  const typing = useSynonymText()
  const edited = useEndpointForm(updateDiagnosisCode, {
    toBody: typing.withText,
    initialValues: { title, synonyms },
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.title }))
      onClose()
    },
  })
  const flip = (
    <UseButton
      of={{ ...term, name: title }}
      by={updateDiagnosisCode}
      warning={t('It stays in records where it stands already, and nobody can choose it any more.')}
      onDone={onClose}
    />
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={flip} labels={{ title: t('Title'), synonyms: t('Synonyms') }}>
      <div className="t2">
        {systemName(term.system)} <b className="num">{term.code}</b>
      </div>
      <Words input={(name) => edited.form.getInputProps(name)} typing={typing} />
    </EndpointForm>
  )
}

/** Adds a diagnosis to the list, or changes what one is called; its code stays what it is. */
export const DiagnosisCodeDialog = ({ term, onClose }: Props) => (
  <Modal opened onClose={onClose} size="lg" title={term?.title ?? t('Add diagnosis')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {term ? <EditForm term={term} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
