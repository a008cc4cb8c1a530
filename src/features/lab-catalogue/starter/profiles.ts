import type { StarterProfile } from './shape.ts'

const words = (codes: string) => codes.split(' ')

export const starterProfiles: readonly StarterProfile[] = [
  {
    code: 'FBC',
    name: 'Full blood count',
    loinc: '58410-2',
    item: 'FBC',
    panels: words('WBC RBC HB HCT MCV MCH MCHC RDW PLT NEUT LYMPH MONO EOS BASO'),
  },
  { code: 'UE', name: 'Urea and electrolytes', item: 'U&E', panels: words('NA K CL HCO3 UREA CREA EGFR AGAP') },
  { code: 'LFT', name: 'Liver function tests', loinc: '24325-3', item: 'LFT', panels: words('TP ALB TBIL DBIL ALT AST ALP GGT') },
  { code: 'BONE', name: 'Bone profile', panels: words('CA ALB CAADJ PHOS MG ALP') },
  { code: 'LIPID', name: 'Lipid profile', loinc: '24331-1', panels: words('CHOL TRIG HDL LDL NONHDL') },
  { code: 'THYROID', name: 'Thyroid function tests', panels: words('TSH FT4') },
  { code: 'COAG', name: 'Coagulation screen', panels: words('PT INR APTT FIB') },
  {
    code: 'UA',
    name: 'Urinalysis',
    loinc: '24356-8',
    item: 'UA',
    panels: words('UCOL UAPP USG UPH UPRO UGLU UKET UBLD UBIL UUBG UNIT ULEU UWBC URBC'),
  },
  { code: 'BGRH', name: 'Blood group and rhesus', loinc: '882-1', item: 'BGRH', panels: words('ABO RH') },
  { code: 'MPDENSITY', name: 'Malaria film with density', panels: words('MPS MPSTAGE MPCOUNT MPWBC MPDENS') },
  { code: 'HIVALG', name: 'HIV algorithm', panels: words('HIV1 HIV2 HIV3 HIV') },
  { code: 'SYPHILIS', name: 'Syphilis, RPR with titre', panels: words('RPR SYPHTITRE') },
  { code: 'BC', name: 'Blood culture with antibiogram', panels: words('BCULT BCULTORG') },
  { code: 'CSFC', name: 'Cerebrospinal fluid culture with antibiogram', panels: words('CSFCULT CSFCULTORG') },
  { code: 'UC', name: 'Urine culture with antibiogram', panels: words('UCULT UCULTORG') },
  { code: 'SWABC', name: 'Swab culture with antibiogram', panels: words('SWABCULT SWABCULTORG') },
]
