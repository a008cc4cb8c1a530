/** As in drugs-body.ts: G: genital system, H: hormones, J: infections, L: cancer and immunity, P: parasites. */
export const outerDrugs = `
G01; metronidazole=flagyl, clindamycin, ornidazole, azanidazole, propenidazole, tinidazole=fasigyn, nimorazole, secnidazole, policresulen
G01; furazolidone, acetarsol=acetarsone, diiodohydroxyquinoline=iodoquinol
G02A; ergometrine=ergonovine/ergometrine maleate, methylergometrine=methylergonovine/methergine, ergot=ergot alkaloids/ergot alkaloid
G02A; dinoprost=prostaglandin f2alpha/prostaglandin f2 alpha/pgf2alpha, dinoprostone=prostaglandin e2/pge2/prostin, gemeprost, carboprost
G02A; misoprostol=cytotec, sulprostone, mifepristone=ru 486/ru486/ru-486, fluprostenol, cloprostenol
G02CA; ritodrine, buphenine, fenoterol=berotec, atosiban
G02CB; bromocriptine=parlodel/bromocryptine, lisuride=lysuride, cabergoline=dostinex, quinagolide, metergoline, terguride
G03A; estradiol=oestradiol/17beta-estradiol/17 beta-estradiol/17beta-oestradiol/estradiol benzoate/estradiol valerate/17-beta estradiol/oestradiol valerate/oestradiol benzoate/estradiol cypionate
G03A; ethinylestradiol=ethinyl estradiol/ethynyl estradiol/ethinyl oestradiol/ethynylestradiol/17alpha-ethinylestradiol, mestranol
G03A; chlormadinone=chlormadinone acetate, norgestrienone, lynestrenol, megestrol
G03A; norethisterone=norethindrone/norethisterone acetate/norethindrone acetate, norgestrel
G03A; levonorgestrel=microgynon/postinor/plan b/emergency contraceptive pill, quingestanol, desogestrel, gestodene, drospirenone=yasmin, norgestimate
G03A; etonogestrel=implanon/nexplanon, medroxyprogesterone=depo-provera/medroxyprogesterone acetate/depo provera/provera, norelgestromin
G03A; nomegestrol=nomegestrol acetate, dienogest, norethynodrel=noretynodrel, ethynodiol diacetate=etynodiol, ulipristal=ulipristal acetate
G03B; fluoxymesterone, methyltestosterone=17alpha-methyltestosterone
G03B; testosterone=testosterone propionate/testosterone enanthate/testosterone undecanoate/testosterone cypionate, mesterolone
G03B; androstanolone=dihydrotestosterone/5alpha-dihydrotestosterone/dht, prasterone=dehydroepiandrosterone/dhea/dehydroepiandrosterone sulfate
G03B; danazol=danocrine, gestrinone, androstenedione, tibolone, trenbolone
G03C; estriol=oestriol, estrone=oestrone, chlorotrianisene=chlorotrianisene/tace, diethylstilbestrol=stilbestrol/diethylstilboestrol/stilboestrol
G03C; dienestrol=dienoestrol, methallenestril
G03C; conjugated estrogens=conjugated oestrogens/conjugated equine estrogens/conjugated equine estrogen/conjugated estrogen/premarin/equine estrogens
G03C; moxestrol, raloxifene=evista, bazedoxifene, lasofoxifene, ospemifene, estrogens=oestrogens/estrogen/oestrogen, hexestrol, equilin, estramustine
G03D; gestonorone, hydroxyprogesterone=17-hydroxyprogesterone/17alpha-hydroxyprogesterone/hydroxyprogesterone caproate, progesterone=utrogestan
G03D; dydrogesterone=duphaston, medrogestone, allylestrenol, promegestone, demegestone, trimegestone, ethisterone
G03D; progestogen=progestin/progestins/progestogens/progestagen/progestagens/gestagen
G03G; chorionic gonadotrophin=human chorionic gonadotropin/hcg/pregnyl, menotropin=human menopausal gonadotropin/hmg, urofollitropin, follitropin alfa
G03G; clomifene=clomiphene/clomid/clomiphene citrate, cyclofenil, epimestrol
G03H; cyproterone=cyproterone acetate
G04B; flavoxate=urispas, oxybutynin=ditropan, propiverine, tolterodine=detrol, solifenacin=vesicare, trospium=trospium chloride, darifenacin
G04B; fesoterodine, mirabegron, sildenafil=viagra/revatio, yohimbin, apomorphine, tadalafil=cialis, vardenafil=levitra, avanafil, udenafil, moxisylyte
G04B; phenazopyridine=pyridium, acetohydroxamic acid, pentosan polysulfate, dimethyl sulfoxide=dmso/dimethylsulfoxide
G04B; bethanechol=bethanechol chloride, cellulose phosphate, tiopronin, duloxetine
G04C; alfuzosin, dutasteride=avodart, saw palmetto=serenoa repens, pygeum, mepartricin
H01; corticotropin=acth/adrenocorticotropic hormone/adrenocorticotrophin, tetracosactide=cosyntropin/synacthen, thyrotropin=tsh
H01; somatropin=growth hormone/human growth hormone/recombinant human growth hormone, pegvisomant, mecasermin, sermorelin
H01; vasopressin=antidiuretic hormone/arginine vasopressin/arginine-vasopressin/avp/pitressin/8-arginine vasopressin
H01; desmopressin=ddavp/1-deamino-8-d-arginine vasopressin, lypressin=lysine vasopressin, terlipressin, ornipressin, felypressin, demoxytocin
H01; oxytocin=syntocinon/pitocin, carbetocin, gonadorelin=luteinizing hormone-releasing hormone/gonadotropin-releasing hormone/lhrh/gnrh, nafarelin
H01; histrelin, ganirelix, cetrorelix, somatostatin, octreotide=sandostatin, lanreotide, pasireotide, thyrotropin-releasing hormone=trh/protirelin
H01; melatonin, corticotropin-releasing factor=crf/corticotropin-releasing hormone, prolactin
H02; aldosterone, fludrocortisone=9alpha-fluorohydrocortisone/florinef/9 alpha-fluorohydrocortisone
H02; desoxycortone=deoxycorticosterone/desoxycorticosterone/deoxycorticosterone acetate/desoxycorticosterone acetate/doca
H02; betamethasone=betnesol/celestone, dexamethasone=decadron/dexamethasone sodium phosphate, fluocortolone
H02; methylprednisolone=solu-medrol/medrol/methylprednisolone sodium succinate/methyl prednisolone/methylprednisolone acetate, paramethasone
H02; prednisolone=predsol/prednisolone acetate/deltacortril, prednisone=deltasone
H02; triamcinolone=triamcinolone acetonide/kenalog/triamcinolone diacetate/triamcinolone hexacetonide
H02; hydrocortisone=cortisol/solu-cortef/hydrocortisone sodium succinate/hydrocortisone acetate, cortisone=cortisone acetate, prednylidene, rimexolone
H02; deflazacort, cloprednol, meprednisone, cortivazol, corticosterone, 11-deoxycortisol=deoxycortisol, trilostane, metyrapone, aminoglutethimide
H02; osilodrostat
H03; levothyroxine=thyroxine/l-thyroxine/eltroxin/synthroid/euthyrox/levothyroxine sodium/t4
H03; liothyronine=triiodothyronine/tri-iodothyronine/3,5,3'-triiodothyronine/l-triiodothyronine/t3, tiratricol, thyroid hormone=thyroid hormones
H03; methylthiouracil, propylthiouracil=ptu/6-propyl-2-thiouracil/propyl-thiouracil, benzylthiouracil, carbimazole=neomercazole/neo-mercazole
H03; thiamazole=methimazole/tapazole, potassium perchlorate=perchlorate, potassium iodide=ki/lugols solution, diiodotyrosine, thiouracil
H04; glucagon=glucagen, diazoxide
H05; teriparatide=parathyroid hormone/pth, calcitonin=salmon calcitonin/miacalcic/elcatonin/thyrocalcitonin, cinacalcet=sensipar/mimpara
H05; etelcalcetide, calcitonin gene-related peptide=cgrp
J01A; demeclocycline=demethylchlortetracycline, doxycycline=vibramycin/doxy, chlortetracycline=aureomycin, lymecycline, metacycline=methacycline
J01A; oxytetracycline=terramycin, tetracycline=achromycin, minocycline=minocin, rolitetracycline, penimepicycline, clomocycline, tigecycline=tygacil
J01A; eravacycline, omadacycline
J01B; chloramphenicol=chloromycetin, thiamphenicol, florfenicol
J01CA; pivampicillin, carbenicillin=pyopen, bacampicillin, carindacillin, epicillin, metampicillin, mezlocillin, azlocillin, temocillin, hetacillin
J01CA; sulbenicillin, talampicillin, ciclacillin, apalcillin, amoxicillin=amoxil/amoxycillin/ospamox/moxacil
J01CE; propicillin, azidocillin, pheneticillin=phenethicillin, penamecillin, clometocillin
J01CF; methicillin=meticillin, nafcillin=unipen, oxacillin=prostaphlin
J01DB; cefaloridine=cephaloridine, cefalotin=cephalothin/keflin/cephalothin sodium, cefapirin=cephapirin, cefazedone, cefatrizine, cefacetrile
J01DB; cefroxadine, ceftezole, cefaloglycin=cephaloglycin
J01DC; cefamandole=cephamandole, cefotetan, cefonicid, ceforanide, cefotiam, cefminox, loracarbef, cefbuperazone, cefmetazole, flomoxef
J01DC; moxalactam=latamoxef
J01DD; cefsulodin, cefmenoxime, latamoxef, ceftizoxime, cefetamet, cefpiramide, cefodizime, cefcapene, ceftibuten, cefpirome, cefozopran, ceftaroline
J01DD; ceftolozane, cefiderocol
J01DF; aztreonam=azactam, carumonam
J01DH; imipenem=tienam/primaxin, meropenem=meronem, ertapenem=invanz, doripenem, biapenem, panipenem, faropenem, cilastatin
J01E; trimethoprim, brodimoprim, iclaprim, sulfaisodimidine, sulfamethizole=sulphamethizole, sulfadimidine=sulfamethazine/sulphadimidine
J01E; sulfapyridine=sulphapyridine, sulfafurazole=sulfisoxazole/sulphafurazole, sulfanilamide=sulphanilamide, sulfathiazole=sulphathiazole
J01E; sulfathiourea, sulfamethoxazole=sulphamethoxazole/gantanol, sulfadiazine=sulphadiazine, sulfamoxole, sulfadimethoxine
J01E; sulfalene=sulfametopyrazine, sulfametomidine, sulfametoxydiazine, sulfamethoxypyridazine, sulfaperin, sulfaphenazole, sulfamazone
J01E; sulfaguanidine, phthalylsulfathiazole, succinylsulfathiazole, sulfacetamide=sulphacetamide
J01FA; erythromycin=erythrocin/erythromycin estolate/erythromycin lactobionate/erythromycin ethylsuccinate, spiramycin=rovamycine, midecamycin
J01FA; oleandomycin, roxithromycin=rulide, josamycin, troleandomycin=triacetyloleandomycin, clarithromycin=klacid/klaricid/biaxin
J01FA; azithromycin=zithromax/azithro/azuma, miocamycin, rokitamycin, dirithromycin, flurithromycin, telithromycin=ketek, solithromycin, tylosin
J01FF; clindamycin=dalacin/cleocin, lincomycin=lincocin
J01FG; pristinamycin, quinupristin=dalfopristin/synercid
J01G; streptomycin=streptomycin sulfate, streptoduocin, tobramycin=tobramycin sulfate/nebcin
J01G; gentamicin=gentamycin/gentamicin sulfate/garamycin/gentamicin sulphate, amikacin=amikin, netilmicin=netilmycin, sisomicin=sisomycin, dibekacin
J01G; ribostamycin, isepamicin, arbekacin, bekanamycin, plazomicin, spectinomycin=trobicin, hygromycin, apramycin
J01M; ofloxacin=tarivid, ciprofloxacin=cipro/ciproxin/ciprobay, pefloxacin, enoxacin, temafloxacin, norfloxacin=noroxin, lomefloxacin, fleroxacin
J01M; sparfloxacin, rufloxacin, grepafloxacin, levofloxacin=tavanic/levaquin, trovafloxacin, moxifloxacin=avelox, gemifloxacin, gatifloxacin
J01M; prulifloxacin, pazufloxacin, garenoxacin, sitafloxacin, tosufloxacin, delafloxacin, besifloxacin, rosoxacin, nalidixic acid=negram
J01M; piromidic acid, pipemidic acid, oxolinic acid, cinoxacin, flumequine, enrofloxacin
J01X; vancomycin=vancocin, teicoplanin=targocid, telavancin, dalbavancin, oritavancin, colistin=polymyxin e/colistimethate/colistimethate sodium
J01X; fosfomycin=phosphomycin/monurol, xibornol, clofoctol, linezolid=zyvox, daptomycin=cubicin
J01X; methenamine=hexamine/methenamine mandelate/methenamine hippurate, nitrofurantoin=macrodantin/macrobid/nitrofurantoins, nifurtoinol, nitroxoline
J01X; fusidic acid, tedizolid, novobiocin
J02; amphotericin b=amphotericin/fungizone/ambisome/liposomal amphotericin b/amphotericin b deoxycholate, hachimycin, itraconazole=sporanox
J02; voriconazole=vfend, posaconazole=noxafil, isavuconazole, ravuconazole, flucytosine=5-fluorocytosine/5-fc, caspofungin=cancidas, micafungin
J02; anidulafungin, saperconazole
J04; aminosalicylic acid=para-aminosalicylic acid/p-aminosalicylic acid/4-aminosalicylic acid, cycloserine=d-cycloserine, terizidone
J04; rifampicin=rifampin/rifadin/rimactane, rifamycin=rifamycin sv, rifabutin, rifapentine, capreomycin
J04; isoniazid=isonicotinic acid hydrazide/isonicotinylhydrazide, protionamide=prothionamide, tiocarlide, ethionamide, pyrazinamide
J04; ethambutol=myambutol, terizidon, morinamide, bedaquiline=sirturo, delamanid, pretomanid, thioacetazone=thiacetazone/tb1, clofazimine=lamprene
J04; aldesulfone
J05AB; aciclovir=acyclovir/zovirax, idoxuridine, vidarabine=adenine arabinoside/ara-a, ribavirin=virazole/copegus, ganciclovir=cytovene
J05AB; famciclovir=famvir, valaciclovir=valacyclovir/valtrex, cidofovir, penciclovir, valganciclovir=valcyte, brivudine=bromovinyldeoxyuridine
J05AB; sorivudine
J05AC; rimantadine, tromantadine
J05AD; foscarnet=phosphonoformate/foscavir, fosfonet
J05AE; saquinavir=invirase, indinavir=crixivan, ritonavir=norvir, nelfinavir=viracept, amprenavir, lopinavir, fosamprenavir, atazanavir=reyataz
J05AE; tipranavir, darunavir=prezista, telaprevir, boceprevir, simeprevir
J05AF; zidovudine=azidothymidine/retrovir/3'-azido-3'-deoxythymidine, didanosine=dideoxyinosine/videx/2',3'-dideoxyinosine
J05AF; zalcitabine=dideoxycytidine/2',3'-dideoxycytidine/hivid, stavudine=zerit, lamivudine=epivir/zeffix/lamivudin, abacavir=ziagen
J05AF; tenofovir=tenofovir disoproxil/tenofovir disoproxil fumarate/viread/tenofovir alafenamide, adefovir=adefovir dipivoxil/hepsera
J05AF; emtricitabine=emtriva, entecavir=baraclude, telbivudine, clevudine, fialuridine=fiau
J05AG; nevirapine=viramune, delavirdine, efavirenz=sustiva/stocrin, etravirine=intelence, rilpivirine=edurant, doravirine
J05AJ; raltegravir=isentress, elvitegravir, dolutegravir=tivicay, bictegravir, cabotegravir
J05AP; sofosbuvir=sovaldi, dasabuvir, daclatasvir, ledipasvir, velpatasvir, ombitasvir, paritaprevir, elbasvir, glecaprevir
J05AX; inosine pranobex, oseltamivir=tamiflu, zanamivir=relenza, peramivir, enfuvirtide=fuzeon, maraviroc, remdesivir=veklury, favipiravir
J05AX; molnupiravir, umifenovir=arbidol, nirmatrelvir, cobicistat, suramin, baloxavir, pleconaril, letermovir
J06; antitetanus immunoglobulin, immunoglobulin=intravenous immunoglobulin/ivig
J06; antithymocyte globulin=anti-thymocyte globulin/antilymphocyte globulin, palivizumab, tetanus antitoxin, rabies immunoglobulin, antivenom
L01AA; cyclophosphamide=cytoxan/endoxan, chlorambucil=leukeran, melphalan=alkeran/l-phenylalanine mustard/phenylalanine mustard
L01AA; chlormethine=mechlorethamine/nitrogen mustard/mustargen, ifosfamide=ifosphamide, trofosfamide, prednimustine, bendamustine, mafosfamide
L01AA; 4-hydroperoxycyclophosphamide, uramustine
L01AB; busulfan=busulphan/myleran, treosulfan, mannosulfan
L01AC; thiotepa=thio-tepa, triaziquone, carboquone, tepa
L01AD; carmustine=1,3-bis(2-chloroethyl)-1-nitrosourea, lomustine, semustine, streptozocin=streptozotocin, fotemustine, nimustine, ranimustine
L01AD; uramustine, chlorozotocin
L01AX; etoglucid, mitobronitol, pipobroman, temozolomide=temodar, dacarbazine, altretamine=hexamethylmelamine
L01BA; methotrexate=amethopterin, raltitrexed=tomudex, pemetrexed=alimta, pralatrexate, trimetrexate, edatrexate, aminopterin
L01BB; mercaptopurine=6-mercaptopurine, tioguanine=thioguanine/6-thioguanine, cladribine=2-chlorodeoxyadenosine/2-cda
L01BB; fludarabine=fludarabine phosphate, clofarabine, nelarabine=arranon, pentostatin=deoxycoformycin/2'-deoxycoformycin
L01BC; cytarabine=cytosine arabinoside/arabinosylcytosine/ara-c/1-beta-d-arabinofuranosylcytosine, fluorouracil=5-fluorouracil/adrucil
L01BC; tegafur=ftorafur, carmofur, gemcitabine=gemzar, capecitabine=xeloda, azacitidine=5-azacytidine/azacytidine, decitabine=5-aza-2'-deoxycytidine
L01BC; floxuridine=fluorodeoxyuridine/5-fluoro-2'-deoxyuridine/5-fluorodeoxyuridine, trifluridine, doxifluridine=5'-deoxy-5-fluorouridine, uracil
L01BC; ftorafur uracil
L01CA; vinblastine=velban, vincristine=oncovin/vincristine sulfate, vindesine, vinorelbine=navelbine, vinflunine
L01CB; etoposide=vp-16/vp 16/vepesid/etoposide phosphate, teniposide=vm-26
L01CD; paclitaxel=taxol/abraxane/nab-paclitaxel, docetaxel=taxotere, cabazitaxel, taxane=taxanes
L01CX; trabectedin
L01DA; dactinomycin=actinomycin d/actinomycin/cosmegen
L01DB; doxorubicin=adriamycin/liposomal doxorubicin/pegylated liposomal doxorubicin/doxil/caelyx/doxorubicinol/adriamycinol
L01DB; daunorubicin=daunomycin/rubidomycin/liposomal daunorubicin/daunoxome, epirubicin=4'-epidoxorubicin/epiadriamycin/4'-epi-doxorubicin
L01DB; aclarubicin=aclacinomycin a/aclacinomycin, zorubicin, idarubicin=4-demethoxydaunorubicin, mitoxantrone=mitozantrone/novantrone, pirarubicin
L01DB; valrubicin, amrubicin, pixantrone, anthracycline=anthracyclines, esorubicin
L01DC; bleomycin=blenoxane, plicamycin=mithramycin, mitomycin=mitomycin c/mitomycin-c/mutamycin, ixabepilone, peplomycin
L01EA; imatinib=gleevec/glivec/sti571, dasatinib=sprycel, nilotinib=tasigna, bosutinib, ponatinib
L01EB; gefitinib=iressa, erlotinib=tarceva, afatinib, osimertinib=tagrisso
L01EX; sunitinib=sutent, sorafenib=nexavar, pazopanib, vandetanib, regorafenib, lenvatinib, cabozantinib, lapatinib=tykerb, vemurafenib, dabrafenib
L01EX; trametinib, crizotinib, ceritinib, alectinib, everolimus=certican/rad001, temsirolimus, ruxolitinib, ibrutinib, idelalisib, palbociclib
L01EX; semaxanib, vatalanib, cediranib, axitinib
L01F; rituximab=mabthera/rituxan, trastuzumab=herceptin, gemtuzumab, cetuximab=erbitux, bevacizumab=avastin, panitumumab, catumaxomab
L01F; alemtuzumab=campath, ofatumumab, ipilimumab, pertuzumab, nivolumab, pembrolizumab=keytruda, atezolizumab, edrecolomab, ibritumomab, tositumomab
L01XA; cisplatin=cis-platinum/cis-diamminedichloroplatinum/cis-platin/cisplatinum/platinol/cis-dichlorodiammineplatinum/cis-diamminedichloroplatinum(ii)/cis diamminedichloroplatinum
L01XA; carboplatin=paraplatin, oxaliplatin=eloxatin, satraplatin, nedaplatin, lobaplatin, iproplatin, platinum
L01XB; procarbazine=natulan
L01XD; porfimer sodium=photofrin, methyl aminolevulinate, aminolevulinic acid=5-aminolevulinic acid, temoporfin, verteporfin=visudyne, efaproxiral
L01XX; amsacrine=m-amsa, asparaginase=l-asparaginase/peg-asparaginase/pegaspargase, hydroxycarbamide=hydroxyurea/hydrea, lonidamine
L01XX; estramustine=estramustine phosphate, tretinoin, mitoguazone=methylglyoxal bis guanylhydrazone, topotecan=hycamtin, tiazofurin
L01XX; irinotecan=cpt-11/camptosar, alitretinoin, mitotane=o,p'-ddd, pegaspargase, bexarotene=targretin, arsenic trioxide=as2o3/trisenox
L01XX; denileukin diftitox, bortezomib=velcade, celecoxib, anagrelide, oblimersen, vorinostat=suberoylanilide hydroxamic acid, romidepsin, carfilzomib
L01XX; camptothecin, suramin, razoxane=icrf-159, homoharringtonine=omacetaxine, pentamethylmelamine, buthionine sulfoximine, tirapazamine
L01XX; misonidazole, etanidazole, interleukin-2=aldesleukin/recombinant interleukin-2, olaparib, venetoclax, mitozolomide, ellipticine, bisantrene
L01XX; piroxantrone, triapine, flavopiridol, spirogermanium, acivicin, n-phosphonacetyl-l-aspartate, maytansine, didemnin b, bryostatin
L02; diethylstilbestrol, polyestradiol phosphate, fosfestrol, medroxyprogesterone, buserelin=suprefact
L02; leuprorelin=leuprolide/lupron/leuprolide acetate, goserelin=zoladex, triptorelin=decapeptyl
L02; tamoxifen=nolvadex/tamoxifen citrate/4-hydroxytamoxifen, toremifene=fareston, fulvestrant, flutamide=eulexin, nilutamide, bicalutamide=casodex
L02; enzalutamide, apalutamide, formestane, anastrozole=arimidex, letrozole=femara, vorozole, exemestane=aromasin, degarelix, abarelix
L02; abiraterone=zytiga, aminoglutethimide, droloxifene, liarozole
L03; filgrastim=granulocyte colony-stimulating factor/g-csf, molgramostim, sargramostim=granulocyte-macrophage colony-stimulating factor/gm-csf
L03; lenograstim, pegfilgrastim
L03; interferon alfa=interferon alpha/interferon-alpha/interferon-alfa/interferon/ifn-alpha/roferon/interferon alpha-2b/interferon alpha-2a/interferon alfa-2b/interferon alfa-2a/alpha interferon/interferons
L03; interferon beta=interferon-beta/avonex/interferon beta-1a/interferon beta-1b, interferon gamma=interferon-gamma/ifn-gamma
L03; peginterferon=pegylated interferon/peginterferon alfa-2a/peginterferon alfa-2b/pegasys/pegintron/pegylated interferon alpha/pegylated interferon alpha-2b
L03; oprelvekin, glatiramer=glatiramer acetate/copaxone, tasonermin, bcg vaccine, pidotimod, mifamurtide, plerixafor, poly i:c, thymopentin
L03; levamisole, isoprinosine
L04; muromonab-cd3=okt3/muromonab, antilymphocyte immunoglobulin, mycophenolic acid=mycophenolate/mycophenolate mofetil/cellcept/mycophenolate sodium
L04; sirolimus=rapamycin/rapamune/sirolmus, leflunomide=arava, teriflunomide, alefacept, gusperimus, efalizumab=raptiva, natalizumab=tysabri
L04; abatacept=orencia, eculizumab, belatacept, fingolimod=gilenya, tofacitinib=xeljanz, etanercept=enbrel, infliximab=remicade, adalimumab=humira
L04; certolizumab=certolizumab pegol/cimzia, golimumab=simponi, daclizumab, basiliximab=simulect, anakinra=kineret, rilonacept, ustekinumab=stelara
L04; tocilizumab=actemra, canakinumab, secukinumab
L04; ciclosporin=cyclosporine/cyclosporin/cyclosporin a/cyclosporine a/sandimmune/neoral/ciclosporin a/cyclosporine-a/cyclosporin-a
L04; tacrolimus=fk506/fk 506/fk-506/prograf/advagraf, voclosporin, azathioprine=imuran/imurel, thalidomide=thalomid, lenalidomide=revlimid
L04; pomalidomide, pirfenidone, methotrexate, deoxyspergualin, mizoribine, brequinar, siponimod, omalizumab=xolair
P01A; broxyquinoline, clioquinol, chlorquinaldol, diloxanide=diloxanide furoate, clefamide, etofamide, teclozan, dehydroemetine, emetine, phanquinone
P01A; mepacrine=quinacrine/atabrine, arsthinol, difetarsone, tilbroquinol, nitazoxanide, atovaquone=mepron, trimetrexate, nifuroxazide, benznidazole
P01B; chloroquine=nivaquine/malaraquin/chloroquine phosphate/resochin, hydroxychloroquine=plaquenil, primaquine
P01B; amodiaquine=camoquin/flavoquine/desethylamodiaquine, tafenoquine, proguanil=paludrine/chloroguanide/cycloguanil, cycloguanil embonate
P01B; quinine=quinine sulfate/quinine dihydrochloride/quinine sulphate, mefloquine=lariam, pyrimethamine=daraprim, artemether=artenam
P01B; artesunate=artesun, artemisinin=qinghaosu, artemotil=arteether, dihydroartemisinin=artenimol, piperaquine, halofantrine=halfan
P01B; lumefantrine=benflumetol, pyronaridine, sulfadoxine=sulphadoxine, chlorproguanil, wr 238605, artemisinins
P01C; trimetrexate, suramin sodium, carbarsone, melarsoprol, acetarsol, eflornithine, benznidazole, nifurtimox
P01C; pentamidine=pentamidine isethionate/pentam, sodium stibogluconate=pentostam/stibogluconate, meglumine antimoniate=glucantime
P01C; miltefosine=impavido, fexinidazole, diminazene=berenil, tartar emetic=antimony potassium tartrate, tryparsamide, isometamidium, antimony
P02; bithionol, praziquantel=biltricide, oxamniquine, metrifonate=trichlorfon/metriphonate/trichlorphon, niridazole, stibophen, triclabendazole
P02; mebendazole=vermox, albendazole=zentel, ciclobendazole, flubendazole, fenbendazole, piperazine, pyrantel=pyrantel pamoate/combantrin, oxantel
P02; diethylcarbamazine=hetrazan/banocide, ivermectin=mectizan/stromectol, pyrvinium, niclosamide=yomesan, desaspidin, dichlorophen, moxidectin
P02; levamisole=ketrax, bephenium, hycanthone, oltipraz
P03; sulfur=sulphur, dixanthogen, clofenotane=ddt/dichlorodiphenyltrichloroethane
P03; lindane=gamma benzene hexachloride/gamma-hexachlorocyclohexane/gamma hexachlorocyclohexane/hexachlorocyclohexane, pyrethrum=pyrethrin/pyrethrins
P03; bioallethrin, phenothrin, permethrin, deltamethrin, cypermethrin, benzyl benzoate, malathion, crotamiton=eurax, diethyltoluamide=deet
P03; dimethyl phthalate
`
