/** Where patients see their own documents. */
export const MY_DOCUMENTS = '/patient-overview/documents'
