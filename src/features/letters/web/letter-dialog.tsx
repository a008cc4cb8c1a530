import { Modal, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { download, fetchFile } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { confirm, question } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useStore } from '#web/state/store.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { previewLetter, printLetter, signLetter } from '../contract.ts'
import { blanksIn } from '../rules.ts'
import { TemplateField, type LetterValues } from './template-field.tsx'
import styles from './letters.module.css'

type Values = LetterValues
interface Props {
  patient: number
  visit: number | null
  onClose: () => void
}
const QUIET_MS = 700
const forGood = () => t('A signed letter has a number and is never changed. To correct it, issue a new letter.')

/** The letter as it would be printed; drawn again when typing rests. */
const Preview = ({ patient, visit, title, body }: Omit<Props, 'onClose'> & Pick<Values, 'title' | 'body'>) => {
  const [rested] = useDebouncedValue(JSON.stringify({ patient, visit, title, body }), QUIET_MS)
  const sent = JSON.parse(rested) as Omit<Props, 'onClose'> & Pick<Values, 'title' | 'body'>
  if (sent.title.trim() === '' || sent.body.trim() === '')
    return <p className="t2">{t('The letter appears here once it has a title and text.')}</p>
  return (
    <SentFile
      key={rested}
      queryKey={['letter preview', rested]}
      load={async () => (await fetchFile(previewLetter, { body: sent })).blob}
      file={{ name: t('Letter draft'), type: 'application/pdf' }}
      alt={title}
    />
  )
}

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput label={t('Title')} required maxLength={120} dir="auto" {...form.getInputProps('title')} />
    <Textarea label={t('Text')} required autosize minRows={10} maxRows={24} maxLength={10_000} dir="auto" {...form.getInputProps('body')} />
    <p className="small t3">{forGood()}</p>
  </>
)

const checkBlanks = ({ title, body }: Values) =>
  Object.fromEntries(
    Object.entries({ title, body }).flatMap(([name, text]) => {
      const blanks = blanksIn(text)
      return blanks.length > 0 ? [[name, t('Fill in or remove the blanks: {text}', { text: blanks.join(' · ') })]] : []
    }),
  )

const useSigning = ({ patient, visit, onClose }: Props) => {
  const { can } = useRights()
  const endpointForm = useEndpointForm(signLetter, {
    initialValues: { title: '', body: '', template: '' } satisfies Values,
    draftKey: `letter-${patient}-${visit ?? ''}`,
    check: checkBlanks,
    toBody: ({ template, ...values }) => ({ ...values, patient, visit, template: template === '' ? null : Number(template) }),
    onSaved: ({ id, number }) => {
      toast.done(t('Letter {number} signed.', { number }))
      if (can(printLetter)) void download(printLetter, { params: { id } }, { open: true }).catch(toast.failed)
      onClose()
    },
  })
  const sign = async () => {
    const { title } = endpointForm.form.getValues()
    const isFit = !endpointForm.form.validate().hasErrors
    // Unfit texts are told at their boxes by the form itself.
    if (isFit && !(await confirm({ title: t('Sign “{title}”?', { title }), text: forGood(), action: t('Sign and print') }))) return
    endpointForm.submit()
  }
  const submit: typeof endpointForm.submit = (event) => {
    event?.preventDefault()
    void sign()
  }
  return { ...endpointForm, submit }
}

/** Writes a letter about a patient: a template filled in, gone over, looked at, signed and printed. A half-written one is kept in the browser. */
export const LetterDialog = ({ patient, visit, onClose }: Props) => {
  const signed = useSigning({ patient, visit, onClose })
  const { form } = signed
  const { title, body } = form.values
  // Escape answers the question that stands over the letter, and leaves the letter.
  const isAlone = useStore(question) === null
  return (
    <Modal
      opened
      onClose={onClose}
      size="90rem"
      title={t('Write letter')}
      closeOnEscape={isAlone}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={`grid items-start gap-7 narrow-one ${styles.letterParts}`}>
        <EndpointForm form={signed} save={t('Sign and print')} onCancel={onClose} labels={{ title: t('Title'), body: t('Text') }}>
          <div className="form-stack">
            <TemplateField patient={patient} visit={visit} form={form} />
            <Fields form={form} />
          </div>
        </EndpointForm>
        <section aria-label={t('Preview')}>
          <Preview patient={patient} visit={visit} title={title} body={body} />
        </section>
      </div>
    </Modal>
  )
}
