import { fetchFile } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { SentFile } from '#web/ui/sent-file.tsx'
import { getPrescriptionRequestFile } from '#features/pharmacy/contract-requests.ts'
import type { PrescriptionRequest } from '../request-status.tsx'

/** The picture or PDF that was sent in, fetched with the person's own right; each look is in the access log. */
export const RequestFile = ({ id, file }: { id: number; file: NonNullable<PrescriptionRequest['file']> }) => (
  <SentFile
    queryKey={[getPrescriptionRequestFile.path, id]}
    load={async () => (await fetchFile(getPrescriptionRequestFile, { params: { id } })).blob}
    file={file}
    alt={t('The prescription that was sent in')}
  />
)
