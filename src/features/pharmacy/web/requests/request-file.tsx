import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { getPrescriptionRequestFile } from '#features/pharmacy/contract-requests.ts'
import type { PrescriptionRequest } from '../request-status.tsx'

const Shown = ({ blob, name }: { blob: Blob; name: string }) => {
  const [address] = useState(() => URL.createObjectURL(blob))
  // An address of the browser's memory is given back when the picture is gone.
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <figure className="rx-file">
      {blob.type === 'application/pdf' ? (
        // eslint-disable-next-line react/iframe-missing-sandbox -- the browser's reader of PDF does not open in one; nothing but a PDF comes here
        <iframe src={`${address}#navpanes=0`} title={name} />
      ) : (
        <img src={address} alt={t('The prescription that was sent in')} />
      )}
      <figcaption className="row">
        <span className="grow clip small t3">{name}</span>
        <Button
          className="rx-button"
          leftSection={<IconExternalLink size={14} aria-hidden />}
          onClick={() => window.open(address, '_blank', 'noopener')}
        >
          {t('Open alone')}
        </Button>
      </figcaption>
    </figure>
  )
}

/** The picture or PDF that was sent in, fetched with the person's own right; each look is in the access log. */
export const RequestFile = ({ of: { id, file } }: { of: Pick<PrescriptionRequest, 'id' | 'file'> }) => {
  const asked = useQuery({
    queryKey: [getPrescriptionRequestFile.path, id],
    queryFn: async () => new Blob([(await fetchFile(getPrescriptionRequestFile, { params: { id } })).blob], { type: file.type }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <FourStates of={asked} loading={<div className="skeleton rx-file-wait" role="status" aria-label={t('Loading')} />}>
      {(blob) => <Shown blob={blob} name={file.name} />}
    </FourStates>
  )
}
