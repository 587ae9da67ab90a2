// Draft
