/**
 * What tests and profiles are called, each line what means the same: a test whose name or code is in a line goes by all of it. British and
 * American, in full and in short, as they are written on request forms.
 */
const testWords = `
haemoglobin; hemoglobin; hb; hgb; haemoglobin concentration
haematocrit; hematocrit; hct; pcv; packed cell volume
white blood cells; white blood cell count; white cell count; white cells; leucocytes; leukocytes; wbc; wbcs; wcc; tlc
red blood cells; red blood cell count; red cell count; red cells; erythrocytes; rbc; rbcs
platelets; platelet count; thrombocytes; plt; plts
mean cell volume; mean corpuscular volume; mcv
mean cell haemoglobin; mean cell hemoglobin; mch
mean cell haemoglobin concentration; mean cell hemoglobin concentration; mchc
neutrophils; neutrophil count; neut; anc
lymphocytes; lymphocyte count; lymph
eosinophils; eosinophil count; eos
erythrocyte sedimentation rate; esr; sed rate
sickling test; sickling; sickle
prothrombin time; pt
international normalised ratio; international normalized ratio; inr
activated partial thromboplastin time; aptt; ptt
d-dimer; d dimer; ddimer
sodium; na; serum sodium
potassium; k; serum potassium
chloride; cl; serum chloride
bicarbonate; hco3; serum bicarbonate
urea; blood urea; bun; blood urea nitrogen
creatinine; creat; crea; serum creatinine
uric acid; uric; urate
total protein; tp; serum protein
albumin; alb; serum albumin
bilirubin; bilirubin total; bilirubin, total; total bilirubin; tbil
bilirubin, direct; direct bilirubin; dbil; conjugated bilirubin
alanine aminotransferase; alanine aminotransferase (alt); alt; sgpt
aspartate aminotransferase; aspartate aminotransferase (ast); ast; sgot
alkaline phosphatase; alkaline phosphatase (alp); alp
gamma-glutamyl transferase; gamma-glutamyl transferase (ggt); ggt; gamma gt
calcium; calcium, total; total calcium; ca; serum calcium
phosphate; phos; phosphorus
magnesium; mg; serum magnesium
cholesterol; cholesterol, total; total cholesterol; chol
triglycerides; trig; tg
hdl cholesterol; hdl
ldl cholesterol; ldl cholesterol, calculated; ldl
random blood sugar; glucose, random; glu; rbs; random glucose; blood sugar; blood glucose; glucose
fasting blood sugar; glucose, fasting; gluf; fbs; fasting glucose; fbg
haemoglobin a1c; hemoglobin a1c; hba1c; a1c; glycated haemoglobin; glycated hemoglobin; glycosylated haemoglobin; glycosylated hemoglobin
thyroid stimulating hormone; thyroid stimulating hormone (tsh); thyrotropin; thyrotropin (tsh); tsh
thyroxine, free; thyroxine, free (free t4); free t4; ft4
c-reactive protein; c reactive protein; crp
creatine kinase; ck; cpk
amylase; amy; serum amylase
lipase; lip; serum lipase
ferritin; ferr; serum ferritin
prostate specific antigen; psa
beta hcg; b hcg; human chorionic gonadotropin; hcg
pregnancy test, urine; pdt; upt; pregnancy
urine protein; proteinuria; upro
malaria rapid test; malaria; malaria rdt; mrdt; malaria antigen; malaria rapid diagnostic test; malrdt
malaria parasites, film; malaria parasites; malaria; malaria smear; blood slide; blood slide for malaria; bs for mps; bs for mp; malaria film; malaria slide; mps; bs
malaria parasite density; parasite density; mpdens
hiv status; hiv
hepatitis b surface antigen; hbsag; hep b; hepatitis b
hepatitis c antibody; hcv; hep c; hepatitis c; anti hcv
syphilis, rpr; rpr; rapid plasma reagin
syphilis, vdrl; vdrl
acid-fast bacilli, smear; afb; zn stain; sputum smear; sputum for afb; acid fast bacilli
mtb and rifampicin resistance; xpert; genexpert; xpert mtb/rif
helicobacter pylori antigen, stool; h pylori; h. pylori; hpylori; helicobacter pylori; hpag
faecal occult blood; fecal occult blood; fob; fobt
stool ova and parasites; stool for ova and cysts; stool o/c; stool microscopy; stoolop
widal test; widal; salmonella antigen
brucella test; brucella
rheumatoid factor; rf
antistreptolysin o; asot; aso
cd4 count; cd4
viral load; hiv viral load; vl
blood culture; bcult
urine culture; ucult
swab culture; pus swab; swabcult
abo blood group; blood group; abo; blood type
rhesus d; rhesus; rh; rhesus factor
`

const profileWords = `
full blood count; complete blood count; fbc; cbc; full haemogram; full hemogram; haemogram; hemogram; fhg
urea and electrolytes; urea electrolytes and creatinine; ue; u&e; u/e; uec; u/e/c; uecs; kidney function tests; renal function tests; kft; rft; kidney function; renal function; electrolytes
liver function tests; liver function; lft; lfts
bone profile; bone
lipid profile; lipid; lipids; lipid panel; lipogram
thyroid function tests; thyroid; thyroid function; thyroid profile; tft; tfts
coagulation screen; coagulation profile; coag; clotting screen; clotting profile
urinalysis; urine analysis; ua; urine dipstick; dipstick
blood group and rhesus; bgrh; blood grouping
hiv algorithm; hivalg
syphilis, rpr with titre; syphilis, rpr with titer
blood culture with antibiogram; bc
urine culture with antibiogram; uc; urine culture and sensitivity; urine c/s
`

const specimenWords = `
whole blood, edta; edta; edta blood; whole blood; purple top
serum; ser
citrated plasma; cit; citrate
fluoride plasma; flu; fluoride
capillary blood; cap; finger prick
urine; urn; urine sample
stool; stl; faeces; feces
sputum; spt
cerebrospinal fluid; csf
swab; swb; pus swab
blood for culture; bc; blood culture bottle
`

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('; '))

export const testNames = linesOf(testWords)
export const profileNames = linesOf(profileWords)
export const specimenNames = linesOf(specimenWords)
