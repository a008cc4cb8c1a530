import { useDebouncedValue } from '@mantine/hooks'
import type { PaperKind, PaperWording } from '#features/company/contract-papers.ts'
import { fetchFile } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { SentFile } from '#web/ui/sent-file.tsx'
import { previewPaper, wordingProblem } from '../contract.ts'
import { paperWord } from './paper-words.ts'

const QUIET_MS = 500

/** A sample as it comes from the printer, of an invented patient; drawn again when typing rests. */
export const PaperPreview = ({ kind, wording }: { kind: PaperKind; wording: PaperWording }) => {
  const [rested] = useDebouncedValue(JSON.stringify(wording), QUIET_MS)
  const body = JSON.parse(rested) as PaperWording
  return (
    <section className="templates-preview" aria-label={t('Preview')}>
      <h2>{t('Preview')}</h2>
      {wordingProblem(kind, body) === null ? (
        <SentFile
          key={rested}
          queryKey={['paper preview', kind, rested]}
          load={async () => (await fetchFile(previewPaper, { params: { kind }, body })).blob}
          file={{ name: t('Sample: {{paper}}', { paper: paperWord(kind) }), type: 'application/pdf' }}
          alt={paperWord(kind)}
        />
      ) : (
        <p className="t2">{t('The sample is shown once the texts fit.')}</p>
      )}
      <p className="small t3">{t('A sample about an invented patient: nothing of it is kept.')}</p>
    </section>
  )
}
