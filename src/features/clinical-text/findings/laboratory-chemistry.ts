/** Chemistry, hormones and proteins of serum (laboratory-tests.ts says how rows are written). */
export const chemistryTests = `
sodium; moles=2951-2; 80..220; sodium, serum sodium, s na; Na, NA
potassium; moles=2823-3; 1..12; potassium, serum potassium, s potassium; K
chloride; moles=2075-0; 50..180; chloride, serum chloride, chlorides; Cl, CL
bicarbonate; moles=1963-8; 1..80; bicarbonate, hco 3, serum bicarbonate, tco 2, total co 2, hco₃; CO2
urea; moles=22664-7 mass; 0.3..500; urea, serum urea, blood urea
urea nitrogen; mass=3094-0 moles=22664-7; 0.3..300; bun, blood urea nitrogen, urea nitrogen
creatinine; mass=2160-0 moles=14682-9; 0.05..5000; creatinine, serum creatinine, creatinine serum, creat, creatine serum, s creatinine, s creat, s cr, scr, s crea, creatinin, crea; Cr, CR
filtration rate; rate=98979-8 other; 1..250; egfr, e gfr, gfr, estimated gfr, estimated glomerular filtration rate, egfr ckd epi
anion gap; moles; 0..60; anion gap
uric acid; mass=3084-1 moles=14933-6; 0.3..3000; uric acid, urate, serum uric acid
calcium; mass=17861-6 moles=2000-8; 0.5..25; calcium, serum calcium, total calcium, calcium total; Ca, CA
corrected calcium; mass moles; 0.5..25; corrected calcium, adjusted calcium, calcium corrected, calcium adjusted
ionised calcium; moles mass; 0.2..12; ionised calcium, ionized calcium, i ca
phosphate; mass=2777-1 moles=14879-1; 0.1..30; phosphate, phosphorus, inorganic phosphate, serum phosphate, inorganic phosphorus, po 4; PHOS
magnesium; mass=19123-9 moles=2601-3; 0.1..15; magnesium, serum magnesium; Mg, MG
total protein; mass=2885-2; 1..200; total protein, total proteins, protein total, serum protein, serum total protein; TP
albumin; mass=1751-7; 0.5..80; albumin, serum albumin, albumin serum, s albumin; ALB, Alb
globulin; mass; 0.5..100; globulin, globulins
total bilirubin; mass=1975-2 moles=14631-6; 0..1000; total bilirubin, bilirubin total, t bil, t bili, tbil, tbili, bil t, serum bilirubin, bilirubin, s bilirubin total, total bili, bil total; TB
direct bilirubin; mass=1968-7 moles=14629-0; 0..800; direct bilirubin, bilirubin direct, d bil, d bili, dbil, dbili, conjugated bilirubin, bil d, bilirubin conjugated, direct bili; DB
indirect bilirubin; mass moles; 0..800; indirect bilirubin, bilirubin indirect, unconjugated bilirubin, i bil, indirect bili
alanine aminotransferase; enzyme=1742-6; 0..20000; alt, sgpt, alat, gpt, alanine aminotransferase, alanine transaminase, alt sgpt, sgpt alt, alt gpt, alanine amino transferase
aspartate aminotransferase; enzyme=1920-8; 0..20000; ast, sgot, asat, aspartate aminotransferase, aspartate transaminase, ast sgot, sast got, aspartate amino transferase
alkaline phosphatase; enzyme=6768-6; 0..10000; alp, alkaline phosphatase, alk phos, alkp
gamma-glutamyltransferase; enzyme=2324-2; 0..10000; ggt, gamma gt, gammagt, ggtp, gamma glutamyl transferase, gamma glutamyltransferase
lactate dehydrogenase; enzyme=2532-0; 10..30000; ldh, lactate dehydrogenase
amylase; enzyme=1798-8; 0..20000; amylase, serum amylase
lipase; enzyme=3040-3; 0..20000; lipase, serum lipase
creatine kinase; enzyme=2157-6; 0..500000; creatine kinase, cpk, ck total, total ck; CK
creatine kinase mb; enzyme mass; 0..5000; ck mb, ckmb
troponin i; mass=89579-7; 0..500000; hs troponin i, troponin i hs, high sensitivity troponin i, hs tni, hstni
troponin i, other; mass word; 0..500000; troponin i, tni, trop i
troponin t; mass=67151-1; 0..100000; hs troponin t, troponin t hs, high sensitivity troponin t, hs tnt, hstnt
troponin t, other; mass word; 0..100000; troponin t, tnt, trop t, troponin, trop
natriuretic peptide; mass=33762-6; 0..200000; nt probnp, nt pro bnp, ntprobnp
natriuretic peptide b; mass; 0..100000; bnp
cholesterol; mass=2093-3 moles=14647-2; 0.5..1000; total cholesterol, cholesterol total, cholesterol, serum cholesterol, t chol, tchol; TC, CHOL
hdl cholesterol; mass=2085-9 moles=14646-4; 0.1..200; hdl, hdl c, hdl cholesterol, hdl chol, cholesterol hdl
ldl cholesterol; mass=13457-7 moles=39469-2; 0.1..700; ldl, ldl c, ldl cholesterol, ldl chol, cholesterol ldl, ldl calculated, ldl cholesterol calculated
vldl cholesterol; mass moles; 0.05..300; vldl, vldl c, vldl cholesterol
non-hdl cholesterol; mass moles; 0.1..800; non hdl, non hdl cholesterol, non hdl c
triglycerides; mass=2571-8 moles=14927-8; 0.1..8000; triglycerides, triglyceride, trigs, trig, tgl, serum triglycerides; TG, TGs
glucose; mass=2345-7 moles=14749-6; 0.3..1500; random blood sugar, random blood glucose, random glucose, glucose random, rbs, rbg, blood glucose, blood sugar, glucose, serum glucose, plasma glucose, random plasma glucose, glucose level, blood sugar level, rbs level; GLU, Glu
fasting glucose; mass=1558-6 moles=14771-0; 0.3..1500; fasting blood sugar, fasting blood glucose, fasting glucose, glucose fasting, fbs, fbg, fasting plasma glucose, fpg, fasting sugar
glucose after food; mass moles; 0.3..1500; postprandial glucose, post prandial glucose, 2 hpp, 2 hr pp, ppbs, post prandial blood sugar, 2 hour glucose, 2 h glucose
glycated haemoglobin; fraction=4548-4 ratio=59261-8; 2..200; hb a 1 c, hba 1 c, a 1 c, glycated haemoglobin, glycated hemoglobin, glycosylated haemoglobin, glycosylated hemoglobin, haemoglobin a 1 c, hemoglobin a 1 c
c-reactive protein; mass=1988-5 word; 0..1000; crp, c reactive protein, c-reactive protein crp
sensitive c-reactive protein; mass; 0..1000; hs crp, hscrp
procalcitonin; mass=33959-8; 0..1000; procalcitonin; PCT
lactate; moles=2524-7 mass; 0.1..300; lactate, serum lactate, lactic acid
thyrotropin; enzyme=3016-3; 0..500; tsh, thyroid stimulating hormone, thyrotropin, s tsh
free thyroxine; mass=3024-7 moles=14920-3; 0.01..200; free t 4, ft 4, free thyroxine, t 4 free
free triiodothyronine; mass=3051-0 moles; 0.1..100; free t 3, ft 3, free triiodothyronine
thyroxine; mass moles; 0.5..400; total t 4, thyroxine
triiodothyronine; mass moles; 0.1..800; total t 3, triiodothyronine
ferritin; mass=2276-4; 0..100000; ferritin, serum ferritin
iron; mass moles; 0.5..600; serum iron, s iron
iron binding capacity; mass moles; 5..1000; tibc, total iron binding capacity
vitamin b12; mass=2132-9 moles; 10..5000; vitamin b 12, vit b 12, serum b 12, b 12 level
folate; mass=2284-8 moles; 0.1..100; folate, serum folate
vitamin d; mass=1989-3 moles; 1..500; 25 oh vitamin d, vitamin d 25 oh, 25 hydroxyvitamin d, vitamin d total, 25 oh vit d, vitamin d level
prostate antigen; mass=2857-1; 0..10000; psa, total psa, prostate specific antigen, psa total
choriogonadotropin; enzyme=19080-1; 0..500000; beta hcg, b hcg, bhcg, β hcg, quantitative hcg, hcg quantitative, serum hcg
alpha-fetoprotein; mass enzyme; 0..1000000; afp, alpha fetoprotein, alpha feto protein
carcinoembryonic antigen; mass; 0..100000; cea, carcinoembryonic antigen
ca 125; enzyme; 0..100000; ca 125
ca 19-9; enzyme; 0..100000; ca 19 9
ca 15-3; enzyme; 0..100000; ca 15 3
prolactin; mass enzyme; 0..20000; prolactin
luteinising hormone; enzyme; 0..500; luteinising hormone, luteinizing hormone; LH
follitropin; enzyme; 0..500; follicle stimulating hormone; FSH
testosterone; mass moles; 0..3000; testosterone, total testosterone
oestradiol; mass moles; 0..50000; oestradiol, estradiol
progesterone; mass moles; 0..1000; progesterone
cortisol; mass moles; 0..5000; cortisol, serum cortisol, morning cortisol
albumin-creatinine ratio; ratio; 0..20000; urine acr, albumin creatinine ratio, acr, uacr
urine microalbumin; mass; 0..10000; microalbumin, urine microalbumin
`
